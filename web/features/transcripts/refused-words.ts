import type { Refused } from './edits-here.ts'
import type { KeptEdits } from './kept-edits.ts'

/** What could not be done, until the person has read it. What they typed is on the device so long: the next page tells it again. */
export class RefusedWords {
  readonly #kept: KeptEdits
  readonly #newId: () => string
  #all: readonly Refused[]

  constructor(kept: KeptEdits, newId: () => string) {
    this.#kept = kept
    this.#newId = newId
    this.#all = kept.told()
  }

  get all(): readonly Refused[] {
    return this.#all
  }

  /** @param isHereAlone whether the device has what was typed nowhere else */
  add(refused: Omit<Refused, 'id'>, isHereAlone = true): void {
    // Whoever types on in a line that is too long is told once.
    const again = this.#all.filter(
      ({ lineId, refusal }) => refusal === 'TOO_LONG' && lineId === refused.lineId,
    )
    for (const { id } of again) this.dismiss(id)
    const added = { ...refused, id: this.#newId() }
    this.#all = [...this.#all, added]
    if (isHereAlone && added.typed !== null) this.#kept.tell(added)
  }

  dismiss(id: string): void {
    this.#all = this.#all.filter((refused) => refused.id !== id)
    this.#kept.forget(id)
  }
}
