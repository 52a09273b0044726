const BITS = 2 ** 28
const BITS_PER_HASH = 7
/** Of a SHA-256 in hexadecimal, so many signs are one place. */
const SIGNS = 8

/**
 * The hashes that something names, in 32 MB however many they are (a Bloom filter): one that was added is always found, and of
 * ten million others about one in 30,000 is found as well, by mistake. For deciding what may go that is on the safe side.
 */
export class NamedHashes {
  readonly #bits = new Uint8Array(BITS / 8)

  /** @param sha256 64 hexadecimal signs, as even as chance: they are the places */
  add(sha256: string): void {
    for (const place of placesOf(sha256)) {
      const byte = place >>> 3
      this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (place & 7))
    }
  }

  has(sha256: string): boolean {
    return placesOf(sha256).every((place) => ((this.#bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0)
  }
}

function placesOf(sha256: string): number[] {
  return Array.from(
    { length: BITS_PER_HASH },
    (_, index) => Number.parseInt(sha256.slice(index * SIGNS, (index + 1) * SIGNS), 16) % BITS,
  )
}
