/** A collection that gives back its lowest item first; adding and taking one costs the logarithm of their number. */
export class Heap<T> {
  readonly #items: T[] = []
  readonly #rankOf: (item: T) => number

  constructor(rankOf: (item: T) => number) {
    this.#rankOf = rankOf
  }

  get lowest(): T | undefined {
    return this.#items[0]
  }

  add(item: T): void {
    let at = this.#items.push(item) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.#isLower(at, above)) return
      this.#swap(at, above)
      at = above
    }
  }

  take(): T | undefined {
    this.#swap(0, this.#items.length - 1)
    const taken = this.#items.pop()
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const below = this.#isLower(right, left) ? right : left
      if (!this.#isLower(below, at)) return taken
      this.#swap(at, below)
      at = below
    }
  }

  #isLower(at: number, than: number): boolean {
    const [one, other] = [this.#items[at], this.#items[than]]
    return one !== undefined && other !== undefined && this.#rankOf(one) < this.#rankOf(other)
  }

  #swap(at: number, other: number): void {
    const [one, two] = [this.#items[at], this.#items[other]]
    if (one === undefined || two === undefined) return
    this.#items[at] = two
    this.#items[other] = one
  }
}
