import { limits } from '#contract/limits.ts'

const quickMs = 2_000
const slowMs = 8_000
const waryChunks = 10
/** Lower than the server's limit, because several copies of each chunk are in memory while it is sent. */
const largest = Math.min(2 * 1024 * 1024, limits.chunkBytesMax)

/**
 * How large a chunk may be. The size starts near a second of recording, doubles while chunks arrive quickly (so an hour
 * of backlog is sent in few requests), halves when they take long or when the connection breaks repeatedly during one, and never
 * again reaches a size that was refused.
 */
export class Pace {
  #bytes = largest / 4
  #ceiling = largest
  /** How many more chunks have to arrive before a larger size is tried. */
  #wary = 0

  get maxBytes(): number {
    return this.#bytes
  }

  arrived(tookMs: number): void {
    this.#wary = Math.max(this.#wary - 1, 0)
    if (tookMs < quickMs && this.#wary === 0) this.#bytes = Math.min(this.#bytes * 2, this.#ceiling)
    if (tookMs > slowMs) this.#bytes = Math.max(Math.floor(this.#bytes / 2), 1)
  }

  /** The connection broke repeatedly during a chunk of this size, so it does not last long enough for it. */
  broke(size: number): void {
    this.#bytes = Math.max(Math.floor(size / 2), 1)
    this.#wary = waryChunks
  }

  /** A chunk of this size was refused as too large (413), by the server or by a proxy in front of it. */
  refused(size: number): void {
    this.#ceiling = Math.max(Math.floor(size / 2), 1)
    this.#bytes = Math.min(this.#bytes, this.#ceiling)
  }
}
