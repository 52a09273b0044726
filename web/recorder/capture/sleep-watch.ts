/** The device's own clock, and the time of day as far as the server has told it. Milliseconds since 1970. */
export type Clocks = { deviceMs: () => number; dayMs: () => number }

type Look = { deviceMs: number; dayMs: number; recordedMs: number }

/** A shorter rest is a busy device's, or goes unnoticed in what somebody tells. */
export const sleptMsMin = 10_000
/** So many looks for what had been recorded to come out, and for the server to say that only the clock was set. */
const patienceLooks = 5

/**
 * Notices that a device slept while it recorded, where sleeping stops the recorder's clock, too (macOS, Linux, Android): what
 * was told before and after then stands side by side in the recording, as if nothing were missing.
 */
export class SleepWatch {
  readonly #clocks: Clocks
  #last: Look | null = null
  #before: Look | null = null
  #looksLeft = 0

  constructor(clocks: Clocks) {
    this.#clocks = clocks
  }

  /**
   * Looks at the clocks, about once a second.
   * @param recordedMs how long the recording is by now
   * @returns whether the device slept a moment ago
   */
  hasSlept(recordedMs: number): boolean {
    const look = { deviceMs: this.#clocks.deviceMs(), dayMs: this.#clocks.dayMs(), recordedMs }
    const last = this.#last
    this.#last = look
    if (this.#before === null) {
      if (last === null || look.deviceMs - last.deviceMs < sleptMsMin) return false
      this.#before = last
      this.#looksLeft = patienceLooks
    }
    this.#looksLeft -= 1
    if (this.#looksLeft > 0) return false

    const missingMs = look.dayMs - this.#before.dayMs - (recordedMs - this.#before.recordedMs)
    this.#before = null
    return missingMs >= sleptMsMin
  }

  /** Nothing is recorded for a while, as the person wishes. */
  rest(): void {
    this.#last = null
    this.#before = null
  }
}
