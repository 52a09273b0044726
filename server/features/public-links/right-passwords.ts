import { createHmac, randomBytes } from 'node:crypto'

const REMEMBERED_MS = 900_000
const REMEMBERED = 5_000

export type RightPassword = { linkId: string; stored: string; given: string; caller: string }

/**
 * Remembers for 15 minutes which passwords were right, for each link and caller. Further pages of a long transcript
 * then need no hashing, which sign-ins would have to wait for. Other callers cannot learn a password from it. Only
 * HMACs with a random key are kept, from which no password can be read.
 */
export function createRightPasswords(now: () => number = Date.now) {
  const key = randomBytes(32)
  const untilMs = new Map<string, number>()
  const nameOf = ({ linkId, stored, given, caller }: RightPassword) =>
    createHmac('sha256', key)
      .update(JSON.stringify([linkId, stored, given, caller]))
      .digest('base64url')

  return {
    knows: (one: RightPassword): boolean => (untilMs.get(nameOf(one)) ?? 0) > now(),
    keep: (one: RightPassword): void => {
      const name = nameOf(one)
      untilMs.delete(name)
      const [oldest] = untilMs.size >= REMEMBERED ? untilMs.keys() : []
      if (oldest !== undefined) untilMs.delete(oldest)
      untilMs.set(name, now() + REMEMBERED_MS)
    },
  }
}
