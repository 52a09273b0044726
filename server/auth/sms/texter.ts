import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'

/** A text message; `to` is in digits with the country code, without a plus sign. */
export type Sms = {
  to: string
  text: string
  /** When the code in the message expires: from then on the message is useless and must not be sent. */
  goodUntil: Date
  /** A key for the subject of the message; a queued message with the same key is replaced by this one. */
  about: string
}

/**
 * The port to the queue of text messages. A message is queued in the transaction that causes it, so that both happen or neither
 * does, and no request waits for the SMS provider.
 */
export type SmsPort = { sendSms(tx: AuthTransaction, message: Sms): Promise<unknown> }

/** A six-digit code for a phone. */
export type CodeForPhone = Omit<Sms, 'text'> & { code: string }

export type AuthTexter = {
  /** Whether there is a way to send text messages. */
  isAvailable: boolean
  /** Queues a code. @throws AuthError 422 sms_send_failed when no way to send text messages is set up */
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
