import type { Bytes } from '../hash.ts'
import { MediaScanner } from './media-scanner.ts'
import { mp4Reader } from './mp4-times.ts'
import { webmReader } from './webm-times.ts'

/** So long a container may tell no time at all before the clock is believed: some are cut once a second or later. */
const patienceMs = 5_000

/**
 * How long a recording is with each of its slices. The container's own times say what is in them: the clock runs ahead
 * of a device that is behind with packing pictures, and sound waits in the browser for the picture it belongs to. What
 * waits there is lost when the browser dies, so it is not counted before it is in a slice.
 */
export class RecordedLength {
  readonly #scanner: MediaScanner | null
  #countedMs = 0

  constructor(mimeType: string) {
    this.#scanner = scannerFor(mimeType)
  }

  /**
   * Milliseconds up to the last packet of this slice, never fewer than before.
   * @param clockMs what a clock says that ran from the start, pauses left out; for containers that tell no times
   */
  after(slice: Bytes, clockMs: number): number {
    this.#scanner?.add(slice)
    this.#countedMs = Math.max(this.#countedMs, this.#toldMs(clockMs))
    return this.#countedMs
  }

  /** The longest time in the last slice for which nothing was recorded, in milliseconds, where the container tells. */
  get longestStepMs(): number {
    return this.#scanner?.longestStepMs ?? 0
  }

  #toldMs(clockMs: number): number {
    if (this.#scanner === null || this.#scanner.isLost) return clockMs
    if (this.#scanner.endMs !== null) return this.#scanner.endMs
    return clockMs > patienceMs ? clockMs : 0
  }
}

function scannerFor(mimeType: string): MediaScanner | null {
  const [container = ''] = mimeType.split(';')
  if (container.endsWith('/webm')) return new MediaScanner(webmReader())
  if (container.endsWith('/mp4')) return new MediaScanner(mp4Reader())
  return null
}
