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
  /** The time of day at which the last pause began. */
  #restedMs = 0

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
    if (this.#before === null) this.#suspect(last, look.deviceMs)
    else if (last === null) {
      // A pause followed: nothing was recorded in it either, but nothing of it is missing.
      this.#before = { ...this.#before, dayMs: this.#before.dayMs + look.dayMs - this.#restedMs }
    }
    if (this.#before === null) return false
    this.#looksLeft -= 1
    if (this.#looksLeft > 0) return false

    const missingMs = look.dayMs - this.#before.dayMs - (recordedMs - this.#before.recordedMs)
    this.#before = null
    return missingMs >= sleptMsMin
  }

  /** Forgets the last check, but no sleep before it: the person paused, so nothing is recorded for a while. */
  rest(): void {
    if (this.#before === null) this.#suspect(this.#last, this.#clocks.deviceMs())
    // Paused again before there was a check: the earlier pause must count as well.
    if (this.#last !== null) this.#restedMs = this.#clocks.dayMs()
    this.#last = null
  }

  /** Takes a long gap since the last check for a sleep, until it is clear what was recorded meanwhile. */
  #suspect(last: Look | null, deviceMs: number): void {
    if (last === null || deviceMs - last.deviceMs < sleptMsMin) return
    this.#before = last
    this.#looksLeft = patienceLooks
  }
}
