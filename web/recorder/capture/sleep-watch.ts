/** The device's own clock, and the time of day according to the server, both in milliseconds since 1970. */
export type Clocks = { deviceMs: () => number; dayMs: () => number }

type Look = { deviceMs: number; dayMs: number; recordedMs: number }

/** Shorter gaps come from a busy device, or go unnoticed when somebody speaks. */
export const sleptMsMin = 10_000
/** How many checks to wait until recorded data has been delivered, and until the server could show that only the clock was changed. */
const patienceLooks = 5

/**
 * Notices that a device slept while it recorded, where sleep also stops the recorder's clock (macOS, Linux, Android): what
 * was said before and after the sleep is then joined in the recording as if nothing were missing.
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
   * Checks the clocks; to be called about once a second.
   * @param recordedMs the recording's length so far
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

  /** Forgets the last check: the person paused, so nothing is recorded for a while. */
  rest(): void {
    this.#last = null
    this.#before = null
  }
}
