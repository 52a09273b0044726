import type { OwnKeyFailure } from '#contract/own-key.ts'

/**
 * Interprets the refusal of a speech service, for this server with an operator's key as well as for a browser with a person's own
 * key.
 * @param status the HTTP status of an unsuccessful answer
 * @param said the reason that the service names, if any: some services report a wrong key with 400, or a spent quota with 429
 */
export function speechRefusal(status: number, said: string): OwnKeyFailure {
  if (status === 401 || status === 403 || /API_KEY|invalid_api_key/.test(said)) return 'KEY_REFUSED'
  if (status === 402 || /insufficient_quota/.test(said)) return 'QUOTA_USED_UP'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408 || status === 504) return 'TIMED_OUT'
  return status >= 500 ? 'ENGINE_FAILED' : 'REQUEST_REFUSED'
}
