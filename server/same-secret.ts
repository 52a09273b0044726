import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a signature is the one that is wanted, in a time that tells nothing of where they differ. */
export function isSameSignature(given: Uint8Array, wanted: Uint8Array): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Whether a secret is the one that is wanted, in a time that tells nothing of it, also not how long it is. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted))
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
