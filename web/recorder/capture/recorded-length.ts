import type { Bytes } from '../hash.ts'
import { MediaScanner } from './media-scanner.ts'
import { mp4Reader } from './mp4-times.ts'
import { webmReader } from './webm-times.ts'

/** If the container has given no time for this long, the clock is used instead. Some containers are cut only once a second or later. */
const patienceMs = 5_000

/**
 * The length of a recording after each of its slices. It is taken from the container's own times: the clock runs ahead
 * of a device that is slow to encode pictures, and sound waits in the browser for the picture it belongs to. What still
 * waits there is lost if the browser dies, so it is counted only once it is in a slice.
 */
export class RecordedLength {
  readonly #scanner: MediaScanner | null
  #countedMs = 0

  constructor(mimeType: string) {
    this.#scanner = scannerFor(mimeType)
  }

  /**
   * Milliseconds up to the last packet of this slice, never less than before.
   * @param clockMs time on a clock that ran since the start, without pauses; used for containers that give no times
   */
  after(slice: Bytes, clockMs: number): number {
    this.#scanner?.add(slice)
    this.#countedMs = Math.max(this.#countedMs, this.#toldMs(clockMs))
    return this.#countedMs
  }

  /** The longest gap without packets in the last slice, in milliseconds; 0 where the container gives no times. */
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
