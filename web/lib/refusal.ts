import type { Situation } from './sentences.ts'

/** An answer that is no success, as an error; `data` is what its code carries. */
export type Refusal = Error & { code: string; data: unknown }

/** What was answered instead of what was asked for. */
export async function refusedBy(answer: Response): Promise<Refusal> {
  return refusal(answer.status, await answer.json().catch(() => null))
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
    case 502:
    case 503:
    case 504:
      return 'OFFLINE'
    default:
      return 'UNKNOWN'
  }
}
