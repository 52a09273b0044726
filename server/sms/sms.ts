import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `to` in digits with the country's code, without a plus sign. */
export type TextMessage = { to: string; text: string }

export type Sms = { sendSms: (message: TextMessage) => Promise<void> }

/** How the operator's provider wants to be called. `{{to}}` and `{{text}}` stand for the message in all three. */
export type SmsProvider = { url: string; headers: Record<string, string>; body: string }

/** Longer than any provider takes, shorter than the account service waits. */
const timeoutMs = 5000

/** Through the operator's provider; without one, as files beside the mails that were not sent. */
export function createSms(options: { provider: SmsProvider | undefined; outbox: string }): Sms {
  const { provider, outbox } = options
  return provider === undefined ? toFolder(outbox) : byHttp(provider)
}

function byHttp({ url, headers, body }: SmsProvider): Sms {
  return {
    sendSms: async ({ to, text }) => {
      const message = { to: `+${to}`, text }
      const type = new Headers(headers).get('content-type') ?? 'application/json'
      const response = await fetch(fill(url, message, encodeURIComponent), {
        method: 'POST',
        headers: { 'content-type': type, ...headers },
        body: fill(body, message, type.includes('json') ? insideJson : encodeURIComponent),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      // What the provider says may repeat the message, whose code belongs in no log.
      if (!response.ok) throw new Error(`The provider of text messages answered ${response.status}`)
    },
  }
}

function toFolder(folder: string): Sms {
  return {
    sendSms: async ({ to, text }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.txt`
      // Whoever watches the folder never sees half a message.
      await writeFile(join(folder, `.${name}`), `To: +${to}\n\n${text}\n`, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
  }
}

function fill(template: string, message: TextMessage, encode: (text: string) => string): string {
  return template.replace(/\{\{(to|text)\}\}/g, (_whole, name: 'to' | 'text') => encode(message[name]))
}

/** As it stands between the quotes of a JSON string. */
function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
