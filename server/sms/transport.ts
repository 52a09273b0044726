import { randomUUID } from 'node:crypto'
import { putIntoOutbox } from '../outbox.ts'

/** `to` is in digits with the country code, without a plus sign. */
export type TextMessage = { to: string; text: string }

export type SmsTransport = { deliver: (message: TextMessage) => Promise<void> }

/** How to call the operator's provider. `{{to}}` and `{{text}}` in URL and body are replaced by those of the message. */
export type SmsProvider = { url: string; headers: Record<string, string>; body: string }

/** Longer than any provider takes to respond. */
const timeoutMs = 5000

/** Delivers through the operator's provider; without one, to files in the outbox, beside the mails. */
export function createSmsTransport(options: {
  provider: SmsProvider | undefined
  outbox: string
}): SmsTransport {
  const { provider, outbox } = options
  return provider === undefined ? toFolder(outbox) : byHttp(provider)
}

function byHttp({ url, headers, body }: SmsProvider): SmsTransport {
  return {
    deliver: async ({ to, text }) => {
      const message = { to: `+${to}`, text }
      // Not a plain object: `Content-Type` beside `content-type` in one would be sent as a list of two types.
      const sent = new Headers(headers)
      const type = sent.get('content-type') ?? 'application/json'
      sent.set('content-type', type)
      const response = await fetch(fill(url, message, encodeURIComponent), {
        method: 'POST',
        headers: sent,
        body: fill(body, message, type.includes('json') ? insideJson : encodeURIComponent),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(`The provider of text messages was not reached: ${reasonOf(error)}`)
      })
      await response.body?.cancel()
      // The error does not quote the provider's response: it may repeat the message, whose code must not appear in any log.
      if (!response.ok) throw new Error(`The provider of text messages answered ${response.status}`)
    },
  }
}

/** The reason without the error's message, which may quote the called URL and with it the text message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? ` ${String(cause.code)}` : ''
  return `${error.name}${code}`
}

function toFolder(folder: string): SmsTransport {
  return {
    deliver: async ({ to, text }) => {
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.txt`
      await putIntoOutbox(folder, name, `To: +${to}\n\n${text}\n`)
    },
  }
}

function fill(template: string, message: TextMessage, encode: (text: string) => string): string {
  return template.replace(/\{\{(to|text)\}\}/g, (_whole, name: 'to' | 'text') => encode(message[name]))
}

/** The text escaped for use between the quotes of a JSON string. */
function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
