import type { OwnKeyFailure } from '#contract/own-key.ts'

/**
 * What a speech service means by refusing, whoever asked it: this server with an operator's key, or a browser with a
 * person's own.
 * @param status of HTTP, of an answer that is no success
 * @param said what the service names as the reason, where it does: some tell a wrong key or a spent quota by 400 and 429
 */
export function speechRefusal(status: number, said: string): OwnKeyFailure {
  if (status === 401 || status === 403 || /API_KEY|invalid_api_key/.test(said)) return 'KEY_REFUSED'
  if (status === 402 || /insufficient_quota/.test(said)) return 'QUOTA_USED_UP'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408 || status === 504) return 'TIMED_OUT'
  return status >= 500 ? 'ENGINE_FAILED' : 'REQUEST_REFUSED'
}
