import type { Situation } from './sentences.ts'

/** An unsuccessful answer, as an error; `data` is the data that its code carries. */
export type Refusal = Error & { code: string; data: unknown }

/** Turns an unsuccessful answer into a Refusal. */
export async function refusedBy(answer: Response): Promise<Refusal> {
  return refusal(answer.status, await answer.json().catch(() => null))
}

/**
 * The JSON of an answer.
 * @throws Refusal if the answer is not a success, or its body is not valid JSON: a page of a proxy, whatever its status, or cut off
 */
export async function answerIn(answer: Response): Promise<unknown> {
  const said: unknown = answer.ok ? await answer.json().catch(() => null) : null
  if (said !== null) return said
  throw await refusedBy(answer)
}

/** A Refusal with the server's own code, or with one derived from the status if a proxy answered, which knows no codes. */
export function refusal(status: number, body: unknown): Refusal {
  const said: { code?: unknown; data?: unknown } = typeof body === 'object' && body !== null ? body : {}
  const code = typeof said.code === 'string' ? said.code : situationBehindProxy(status)
  return Object.assign(new Error(`answered with ${status} ${code}`), { code, data: said.data })
}

function situationBehindProxy(status: number): Situation {
  switch (status) {
    case 413:
      return 'PAYLOAD_TOO_LARGE'
    case 429:
      return 'TOO_MANY_REQUESTS'
    // 408: the connection was too slow for the proxy. 200: a page came in place of the requested data.
    case 408:
    case 200:
      return 'OFFLINE'
    default:
      // 502 to 504, and Cloudflare's 520 to 530, mean that the server is away. 507 (full disk) is never a proxy's.
      return status > 500 && status !== 507 ? 'OFFLINE' : 'UNKNOWN'
  }
}
