import type { AuthLog } from '../auth-log.ts'
import { AuthError } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'

/** A text message; `to` in digits with the country's code, without a plus sign. */
export type Sms = { to: string; text: string }

/** The port to whatever delivers text messages. */
export type SmsPort = { sendSms(message: Sms): Promise<unknown> }

export type AuthTexter = {
  /** Whether messages can be sent at all. */
  isAvailable: boolean
  /** @throws AuthError 422 sms_send_failed; why is logged, the provider's words are told to nobody. */
  sendCode(phone: string, code: string): Promise<void>
}

/** Writes the service's text messages. */
export function createTexter(port: SmsPort | undefined, settings: AuthSettings, log: AuthLog): AuthTexter {
  const site = settings.siteName ?? new URL(settings.siteUrl).host

  return {
    isAvailable: port !== undefined,
    async sendCode(phone, code) {
      try {
        if (port === undefined) throw new Error('No way to send text messages is set up')
        await port.sendSms({ to: phone, text: `Your code for ${site} is ${code}. Give it to nobody.` })
      } catch (error) {
        log.error({ err: error }, 'auth: a text message could not be sent')
        throw new AuthError(422, 'sms_send_failed', 'Error sending sms')
      }
    },
  }
}
