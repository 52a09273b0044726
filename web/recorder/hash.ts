import { createSHA256 } from 'hash-wasm'

export type Bytes = Uint8Array<ArrayBuffer>

/** SHA-256 over bytes that come in pieces. Its state can be saved and resumed later. Digests are lower-case hex. */
export type RunningHash = {
  update: (bytes: Bytes) => void
  /** The digest so far; the hash can go on afterwards. */
  digest: () => string
  /** Opaque, about 120 bytes; may hold up to 63 bytes of what was hashed. */
  state: () => Bytes
}

/**
 * Starts a new hash, or resumes from a saved state. A state that another build of the library saved is rejected with an
 * error; the caller, who holds the bytes, then hashes them again.
 */
export async function createRunningHash(from?: Bytes): Promise<RunningHash> {
  const hasher = await createSHA256()
  if (from === undefined) hasher.init()
  else hasher.load(from)

  return {
    update: (bytes) => {
      hasher.update(bytes)
    },
    digest: () => {
      const kept = hasher.save()
      const digest = hasher.digest('hex')
      hasher.load(kept)
      return digest
    },
    state: () => new Uint8Array(hasher.save()),
  }
}

/** The digest of one piece. */
export async function sha256Of(bytes: Bytes): Promise<string> {
  const hash = await createRunningHash()
  hash.update(bytes)
  return hash.digest()
}

/** The digest of a text. */
export function textHash(text: string): Promise<string> {
  return sha256Of(new TextEncoder().encode(text))
}

/** A hex digest as the value of a `Content-Digest` field (RFC 9530). */
export function contentDigest(sha256Hex: string): string {
  const pairs = sha256Hex.match(/../g) ?? []
  const binary = pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')
  return `sha-256=:${btoa(binary)}:`
}

export function concatenate(pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.byteLength
  }
  return whole
}
