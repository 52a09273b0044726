/**
 * With more people than this, the person whose last change is the oldest is forgotten, and so is everything before that
 * change.
 */
const PEOPLE_MAX = 10_000

/**
 * For how long none of a person's rows have changed, as far as this process knows. A page that was opened within that
 * time has read nothing stale. In milliseconds of `performance.now()`.
 */
export class Calm {
  readonly #changedAt = new Map<string, number>()
  /** Changes before this time may have been missed, or forgotten. */
  #knownSince = performance.now()

  changed(userId: string): void {
    this.#changedAt.delete(userId)
    this.#changedAt.set(userId, performance.now())
    if (this.#changedAt.size <= PEOPLE_MAX) return
    for (const [oldest, at] of this.#changedAt) {
      this.#changedAt.delete(oldest)
      this.#knownSince = Math.max(this.#knownSince, at)
      return
    }
  }

  /** To be called when changes may have been missed until now. */
  missed(): void {
    this.#knownSince = performance.now()
    this.#changedAt.clear()
  }

  of(userId: string): number {
    const at = this.#changedAt.get(userId) ?? Number.NEGATIVE_INFINITY
    return Math.floor(performance.now() - Math.max(at, this.#knownSince))
  }
}
