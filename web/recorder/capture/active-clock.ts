/** Counts milliseconds while it runs, pauses left out. */
export class ActiveClock {
  readonly #now: () => number
  #counted = 0
  #since: number | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  run(): void {
    this.#since ??= this.#now()
  }

  hold(): void {
    this.#counted = this.ms
    this.#since = null
  }

  get ms(): number {
    return this.#counted + (this.#since === null ? 0 : this.#now() - this.#since)
  }
}
