import type { Message } from '../../mail/message.ts'

const GB = 1_000_000_000

/** A size in words: '12 MB', '3.4 GB'. */
export const sizeInWords = (bytes: number): string =>
  bytes < GB / 10 ? `${Math.max(1, Math.round(bytes / 1_000_000))} MB` : `${(bytes / GB).toFixed(1)} GB`

/** The mail that says that an archive can be downloaded. It contains no address that works without signing in. */
export function archiveLetter(origin: string, sizeBytes: number): Omit<Message, 'to'> {
  return {
    subject: 'Your family archive is ready',
    text: `${[
      `Everything you keep in Kinora is now in one file of ${sizeInWords(sizeBytes)}.`,
      `Download it within seven days:\n${origin}/app/settings#export`,
      `You chose to be told by mail. To change that:\n${origin}/app/settings#notices`,
    ].join('\n\n')}\n`,
  }
}

/** The mail that tells a person that their account is going to be deleted, and how to keep it. */
export function goodbyeLetter(origin: string, eraseAt: string): Omit<Message, 'to'> {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(eraseAt),
  )
  return {
    subject: `Your Kinora account will be deleted on ${day}`,
    text: `${[
      `You asked us to delete your account. On ${day} everything in it goes for good: stories, recordings, books and your family tree.`,
      `Until then nothing is lost. To keep your account, or to take an archive of it with you, log in:\n${origin}/login`,
      'Did you not ask for this? Log in, keep the account, and change your password.',
    ].join('\n\n')}\n`,
  }
}
