import { createHash, type Hash, timingSafeEqual } from 'node:crypto'

/** Offered in `Tus-Checksum-Algorithm`; sha1 is the one the protocol requires. */
export const checksumAlgorithms = ['sha1', 'sha256'] as const

/** A hash that has been given nothing yet, to be copied, and what the hash of a request's body has to be. */
export type Checksum = { hash: Hash; expected: Buffer }

/**
 * Reads an `Upload-Checksum` header: `<algorithm> <base64>`.
 * @returns null without one, 'unreadable' for an algorithm or a form that is not offered
 */
export function readChecksum(header: string | null): Checksum | 'unreadable' | null {
  if (header === null) return null
  const [name, encoded] = header.trim().split(/\s+/)
  const algorithm = checksumAlgorithms.find((one) => one === name)
  if (!algorithm || !encoded) return 'unreadable'

  const expected = Buffer.from(encoded, 'base64')
  const hash = createHash(algorithm)
  return expected.length === hash.copy().digest().length ? { hash, expected } : 'unreadable'
}

export const matches = ({ hash, expected }: Checksum): boolean => timingSafeEqual(hash.digest(), expected)
