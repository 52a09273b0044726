import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares signatures in constant time, so that the duration does not reveal where they differ. */
export function isSameSignature(given: Uint8Array, wanted: Uint8Array): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Compares secrets in constant time, so that the duration reveals nothing of the expected one, not even its length. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted))
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
