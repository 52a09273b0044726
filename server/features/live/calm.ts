/** Beyond so many people the one whose last change is longest ago is forgotten, and with them what came before it. */
const PEOPLE_MAX = 10_000

/**
 * For how long nothing of somebody's has changed, as far as this process has heard: a page that was opened since then has
 * read nothing that could be old. Milliseconds of `performance.now()`.
 */
export class Calm {
  readonly #changedAt = new Map<string, number>()
  /** Of what was before nothing is known. */
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

  /** Changes may have been missed until now. */
  missed(): void {
    this.#knownSince = performance.now()
    this.#changedAt.clear()
  }

  of(userId: string): number {
    const at = this.#changedAt.get(userId) ?? Number.NEGATIVE_INFINITY
    return Math.floor(performance.now() - Math.max(at, this.#knownSince))
  }
}
