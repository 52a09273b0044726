import { createHash } from 'node:crypto'

/** 1 January 2025, where a UUIDv7 has its time. */
const TIME = Date.UTC(2025, 0, 1).toString(16).padStart(12, '0')

/** A UUIDv7 (RFC 9562) that is the same for the same account and name, so that what was made once is found again. */
export function idOf(userId: string, name: string): string {
  const hash = createHash('sha256').update(`${userId} ${name}`).digest('hex')
  return `${TIME.slice(0, 8)}-${TIME.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
