import { limits } from '#contract/limits.ts'

const quickMs = 2_000
const slowMs = 8_000
const waryChunks = 10
/** Below the server's limit: of each chunk several copies are in memory while it goes out. */
const largest = Math.min(2 * 1024 * 1024, limits.chunkBytesMax)

/**
 * How large a chunk may be. It begins near a second of recording, doubles while chunks arrive quickly (an hour that
 * waited catches up in few requests), halves when they take long or when the line breaks over one again and again, and never
 * again reaches a size that was refused.
 */
export class Pace {
  #bytes = largest / 4
  #ceiling = largest
  /** How many chunks have to arrive before a larger one is tried. */
  #wary = 0

  get maxBytes(): number {
    return this.#bytes
  }

  arrived(tookMs: number): void {
    this.#wary = Math.max(this.#wary - 1, 0)
    if (tookMs < quickMs && this.#wary === 0) this.#bytes = Math.min(this.#bytes * 2, this.#ceiling)
    if (tookMs > slowMs) this.#bytes = Math.max(Math.floor(this.#bytes / 2), 1)
  }

  /** The line broke again and again while a chunk of this size was on it: it lasts for less. */
  broke(size: number): void {
    this.#bytes = Math.max(Math.floor(size / 2), 1)
    this.#wary = waryChunks
  }

  /** A chunk of this size was refused as too large (413), by the server or by a proxy before it. */
  refused(size: number): void {
    this.#ceiling = Math.max(Math.floor(size / 2), 1)
    this.#bytes = Math.min(this.#bytes, this.#ceiling)
  }
}
