const BITS = 2 ** 28
const BITS_PER_HASH = 7
/** How many hexadecimal digits of a SHA-256 make one bit position. */
const SIGNS = 8

/**
 * A set of hashes in 32 MB, however many they are (a Bloom filter). A hash that was added is always found. With ten million in the
 * set, about one in 30,000 of all other hashes is found by mistake, too. For deciding what may be removed, such a mistake is on the
 * safe side.
 */
export class NamedHashes {
  readonly #bits = new Uint8Array(BITS / 8)

  /** @param sha256 64 hexadecimal digits; they serve as the positions themselves, because a SHA-256 is evenly distributed */
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
