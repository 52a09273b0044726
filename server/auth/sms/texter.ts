import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'

/** A text message; `to` in digits with the country's code, without a plus sign. */
export type Sms = {
  to: string
  text: string
  /** When the code in it stops working: from then on the message is worth nothing and must not go out. */
  goodUntil: Date
  /** What it is about; a message about the same that still waits makes way for it. */
  about: string
}

/**
 * The port to the queue of text messages. A message is queued in the transaction that causes it: both happen or
 * neither does, and no gateway is waited for.
 */
export type SmsPort = { sendSms(tx: AuthTransaction, message: Sms): Promise<unknown> }

/** Six digits for a phone, and what they prove there. */
export type CodeForPhone = Omit<Sms, 'text'> & { code: string }

export type AuthTexter = {
  /** Whether messages can be sent at all. */
  isAvailable: boolean
  /** @throws AuthError 422 sms_send_failed where no way to send messages is set up. */
  sendCode(tx: AuthTransaction, message: CodeForPhone): Promise<void>
}

/** Writes the service's text messages. */
export function createTexter(port: SmsPort | undefined, settings: AuthSettings): AuthTexter {
  const site = settings.siteName ?? new URL(settings.siteUrl).host

  return {
    isAvailable: port !== undefined,
    async sendCode(tx, { code, ...message }) {
      if (port === undefined) throw new AuthError(422, 'sms_send_failed', 'Error sending sms')
      await port.sendSms(tx, { ...message, text: `Your code for ${site} is ${code}. Give it to nobody.` })
    },
  }
}
