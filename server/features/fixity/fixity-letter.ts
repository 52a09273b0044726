import type { Message } from '../../mail/message.ts'
import { oneLine } from '../../mail/one-line.ts'

/** The mail names so many files; the page lists all. */
const NAMED = 10

export type DamagedOne = { title: string; fileName: string }

/** The mail to an owner whose stored files were found damaged. It says what can be done, and what cannot. */
export function fixityLetter(origin: string, files: DamagedOne[]): Omit<Message, 'to'> {
  const names = files.slice(0, NAMED).map(({ title, fileName }) => {
    const what = fileName === '' ? 'its recording' : `the file “${oneLine(fileName, 120)}”`
    return title === '' ? `- ${what}` : `- “${oneLine(title, 120)}”: ${what}`
  })
  return {
    subject: 'Something you keep in Kinora was damaged',
    text: `${[
      'We read everything you keep again from time to time. This time not all of it was as you gave it to us:',
      [...names, ...(files.length > NAMED ? [`- and ${files.length - NAMED} more`] : [])].join('\n'),
      'We cannot make an original again. Whoever looks after this Kinora may have it in a backup and can see this, too. If you or somebody in your family has the file, keep it safe, and add it to the story once more.',
      `Everything that is affected:\n${origin}/app/settings#fixity`,
      `You chose to be told by mail. To change that:\n${origin}/app/settings#notices`,
    ].join('\n\n')}\n`,
  }
}
