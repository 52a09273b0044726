import { sentenceOf } from '../../../lib/errors.ts'
import { inTime } from '../../../lib/in-time.ts'
import { refusal } from '../../../lib/refusal.ts'
import { fetchAsUser } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'

/** The service refused; `message` is a sentence for people, `code` is the service's own. */
export class RefusedError extends Error {
  readonly code: string | undefined

  constructor(sentence: string, code?: string) {
    super(sentence)
    this.code = code
  }
}

/** The sentence for any error thrown by `askService`. */
export function sentenceOfProblem(error: unknown): string {
  if (error instanceof RefusedError) return error.message
  return sentenceOf(error)
}

/**
 * Calls an endpoint of the accounts service that the stock client does not cover, as the signed-in
 * person. Resolves to the parsed body, or undefined if it is empty.
 * @throws RefusedError whose message is the sentence to show; an error that counts as OFFLINE if there was no answer
 */
export async function askService(method: string, path: string, body?: object): Promise<unknown> {
  const call = {
    method,
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const answer = await inTime(null, (signal) =>
    fetchAsUser(`${window.location.origin}/auth/v1${path}`, { ...call, signal }),
  )
  if (answer.status === 204) return undefined
  if (answer.ok) return answer.json()
  const said = (await answer.json().catch(() => null)) as { code?: string; message?: string } | null
  if (said?.message === undefined) throw refusal(answer.status, said)
  const { code, message } = said
  throw new RefusedError(sentenceOfAccount(Object.assign(new Error(message), { code })), code)
}
