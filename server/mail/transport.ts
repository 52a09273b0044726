import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message } from './message.ts'

export type MailTransport = { deliver: (message: Message) => Promise<void> }

export type MailTransportOptions = { smtpUrl: string | undefined; from: string; outbox: string }

/** Through the operator's mail server; without one, as .eml files that any mail program opens. */
export function createMailTransport(options: MailTransportOptions): MailTransport {
  return options.smtpUrl === undefined
    ? toFolder(options.outbox, options.from)
    : bySmtp(options.smtpUrl, options.from)
}

function bySmtp(url: string, from: string): MailTransport {
  const smtp = createTransport(url)
  return {
    deliver: async (message) => {
      await smtp.sendMail({ from, ...message })
    },
  }
}

function toFolder(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    deliver: async (message) => {
      const composed = await composer.sendMail({ from, ...message })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${composed.messageId.replace(/[^\w-]/g, '')}.eml`
      // Whoever watches the folder never sees half a mail.
      await writeFile(join(folder, `.${name}`), composed.message, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
  }
}
