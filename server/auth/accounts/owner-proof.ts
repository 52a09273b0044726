import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'
import { assertReauthenticated, provenAddress } from './reauthentication.ts'
import { endAllSessions } from './sessions.ts'
import { findUserById } from './users.ts'

/** How a person proves that an account is theirs: by its password, else by a code that is sent to them, else by a fresh sign-in. */
export type OwnerProof = 'password' | 'code' | 'sign-in'

/** For operations on a whole account that happen outside this service. */
export type AccountOwners = {
  /** The proof that the owner of this account can give. */
  proofOf(userId: string): Promise<OwnerProof>
  /** Whether this is the account's password. @throws AuthError 429 after too many wrong guesses */
  hasPassword(userId: string, password: string): Promise<boolean>
  /** Whether this is the code sent by `GET /reauthenticate`; it works once. @throws AuthError 429 after too many wrong guesses */
  hasCode(userId: string, code: string): Promise<boolean>
  /** Signs every device out. */
  endSessions(userId: string): Promise<void>
}

export function accountOwners(auth: Auth): AccountOwners {
  const load = (userId: string) => auth.db.transaction((tx) => findUserById(tx, userId))
  return {
    async proofOf(userId) {
      const user = await load(userId)
      if (user !== null && user.encrypted_password !== null) return 'password'
      return user === null || provenAddress(user) === null ? 'sign-in' : 'code'
    },

    async hasPassword(userId, password) {
      const user = await load(userId)
      return auth.limits.guess(
        'password',
        userId,
        () => auth.passwords.matches(user?.encrypted_password ?? null, password),
        (isRight) => !isRight,
      )
    },

    async hasCode(userId, code) {
      const user = code.trim() === '' ? null : await load(userId)
      if (user === null) return false
      try {
        await assertReauthenticated(auth, user, { created_at: new Date(0) }, code)
        return true
      } catch (error) {
        if (error instanceof AuthError && error.status !== 429) return false
        throw error
      }
    },

    endSessions: (userId) => auth.db.transaction((tx) => endAllSessions(tx, userId)),
  }
}
