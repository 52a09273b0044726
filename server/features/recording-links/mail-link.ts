import { limits } from '#contract/limits.ts'
import type { RecordingLink } from '#contract/recording-links.ts'
import type { Tx } from '../../db/actor.ts'
import { type Mail, mailIn } from '../../mail/mail.ts'
import { oneLine } from '../../mail/one-line.ts'

type Letter = { to: string; link: RecordingLink; address: string }

/**
 * Asks a relative for a story by mail. The mail is queued in the transaction that makes the link, and is plain text,
 * since a family's words are never sent as HTML.
 */
export async function mailLink(tx: Tx, mail: Mail, userId: string, letter: Letter): Promise<void> {
  const { full_name: name } = await tx
    .selectFrom('profiles')
    .where('id', '=', userId)
    .select('full_name')
    .executeTakeFirstOrThrow()
  await mail.sendMail(mailIn(tx), { to: letter.to, ...words(oneLine(name) || 'Your family', letter) })
}

function words(name: string, { link, address }: Letter): { subject: string; text: string } {
  const greeting = link.label === '' ? 'Hello,' : `Dear ${oneLine(link.label)},`
  const asked = link.question === '' ? oneLine(link.title) : oneLine(link.question, limits.question)
  const text = [
    greeting,
    `${name} keeps the family's stories with Kinora and would love to hear from you:`,
    `    ${asked}`,
    'Open this address on a phone or a computer, press the large button, and tell. You need no account, and what you record goes to nobody but them:',
    address,
    `The address works for ${limits.relativeLinkDays} days, on the first device that opens it. If you do not know ${name}, you can ignore this mail.`,
  ]
  return { subject: `${name} asks you for a story`, text: `${text.join('\n\n')}\n` }
}
