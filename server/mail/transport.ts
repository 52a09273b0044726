import { putIntoOutbox } from '../outbox.ts'
import type { WaitingMessage } from './message.ts'

export type MailTransport = { deliver: (message: WaitingMessage) => Promise<void> }

export type MailTransportOptions = { smtpUrl: string | undefined; from: string; outbox: string }

/** Delivers through the operator's mail server; without one, to .eml files, which any mail program opens. */
export function createMailTransport(options: MailTransportOptions): MailTransport {
  return options.smtpUrl === undefined
    ? toFolder(options.outbox, options.from)
    : bySmtp(options.smtpUrl, options.from)
}

function bySmtp(url: string, from: string): MailTransport {
  const makeTransport = async () => (await import('nodemailer')).createTransport(url)
  // One transport for all mails, because an operator may configure a connection pool (`?pool=true`).
  let transport: ReturnType<typeof makeTransport> | undefined
  return {
    deliver: async (message) => {
      transport ??= makeTransport()
      await (await transport).sendMail(letterOf(message, from))
    },
  }
}

function toFolder(folder: string, from: string): MailTransport {
  return {
    deliver: async (message) => {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const composed = await composer.sendMail(letterOf(message, from))
      // The name depends only on the mail, so a mail that is delivered twice results in a single file.
      const name = `${message.writtenAt.replaceAll(':', '-')}-${message.id}.eml`
      await putIntoOutbox(folder, name, composed.message)
    },
  }
}

/** The mail for nodemailer. Mail programs recognise a mail that arrives twice by its `Message-ID` (RFC 5322, 3.6.4). */
function letterOf({ id, writtenAt, ...message }: WaitingMessage, from: string) {
  const host = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return { from, ...message, messageId: `<${id}@${host}>`, date: new Date(writtenAt) }
}
