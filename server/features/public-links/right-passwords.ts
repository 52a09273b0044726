import { createHmac, randomBytes } from 'node:crypto'

const REMEMBERED_MS = 900_000
const REMEMBERED = 5_000

export type RightPassword = { linkId: string; stored: string; given: string; caller: string }

/**
 * Which passwords were found right a while ago, and for whom. A page of a long transcript costs no turn of those who hash then,
 * which log-ins wait for; whoever else asks is not told by it. Nothing of a password can be read from it.
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
