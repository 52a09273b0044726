import { OAuthError } from '../errors.ts'
import { isAllowedRedirect } from '../http/redirects.ts'
import type { AuthSettings } from '../settings.ts'
import type { Dialect, WalletMessage } from './wallet-message.ts'

/** How long before and after its stated time of issue a message is valid. */
export const walletMessageMs = 10 * 60_000

/**
 * Refuses a message that was signed for another site.
 * @throws OAuthError invalid_grant
 */
export function assertForUs(message: WalletMessage, { wallet }: Dialect, settings: AuthSettings): void {
  const refuse = (reason: string) => new OAuthError('invalid_grant', `Signed ${wallet} message ${reason}`)
  const { uri, domain } = message

  const isLocal = uri.protocol === 'http:' && uri.hostname === 'localhost'
  if (uri.protocol !== 'https:' && !isLocal) {
    throw refuse('is using URI which uses HTTP and hostname is not localhost, only HTTPS is allowed')
  }
  if (!isAllowedRedirect(uri.href, settings)) {
    throw refuse('is using URI which is not allowed on this server, message was signed for another app')
  }
  if (domain !== uri.host) {
    throw refuse('is using a Domain that does not match the one in URI which is not allowed on this server')
  }
}

/** Refuses a message that is not valid yet or has expired. @throws OAuthError invalid_grant */
export function assertValidNow(message: WalletMessage, { wallet }: Dialect, now = Date.now()): void {
  const refuse = (reason: string) => new OAuthError('invalid_grant', reason)
  const issuedAt = message.issuedAt.getTime()

  if (message.notBefore !== null && now < message.notBefore.getTime()) {
    throw refuse(`Signed ${wallet} message becomes valid in the future`)
  }
  if (message.expirationTime !== null && now >= message.expirationTime.getTime()) {
    throw refuse(`Signed ${wallet} message is expired`)
  }
  if (now > issuedAt + walletMessageMs) throw refuse(`${wallet} message was issued too long ago`)
  if (now < issuedAt - walletMessageMs) throw refuse(`${wallet} message was issued too far in the future`)
}
