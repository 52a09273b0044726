import type { Situation } from './sentences.ts'

/** An answer that is no success, as an error; `data` is what its code carries. */
export type Refusal = Error & { code: string; data: unknown }

/** What was answered instead of what was asked for. */
export async function refusedBy(answer: Response): Promise<Refusal> {
  return refusal(answer.status, await answer.json().catch(() => null))
}

/**
 * What the server says in JSON.
 * @throws Refusal; also for a page of something in between, whatever its status, and for what came cut
 */
export async function answerIn(answer: Response): Promise<unknown> {
  const said: unknown = answer.ok ? await answer.json().catch(() => null) : null
  if (said !== null) return said
  throw await refusedBy(answer)
}

/** The server's own code; by the status where something in front of the server has answered, which knows no codes. */
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
    // Too slow a line for a proxy, and a page in place of what was asked for.
    case 408:
    case 200:
      return 'OFFLINE'
    default:
      // 502 to 504, and what Cloudflare has from 520 to 530: the server is away. A full disk (507) is no proxy's.
      return status > 500 && status !== 507 ? 'OFFLINE' : 'UNKNOWN'
  }
}
