import type { Refused } from './edits-here.ts'
import type { KeptEdits } from './kept-edits.ts'

/**
 * The refused edits that the person has not dismissed. What they typed stays on the device until then, so that it is shown again after a
 * reload.
 */
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

  /** @param isHereAlone whether the refused text is not kept on the device in any other way, so that it must be kept here */
  add(refused: Omit<Refused, 'id'>, isHereAlone = true): void {
    for (const each of this.#all) if (isSameTooLong(each, refused)) this.dismiss(each.id)
    const added = { ...refused, id: this.#newId() }
    this.#all = [...this.#all, added]
    if (isHereAlone && added.typed !== null) this.#kept.tell(added)
  }

  dismiss(id: string): void {
    this.#all = this.#all.filter((refused) => refused.id !== id)
    this.#kept.forget(id)
  }
}

/**
 * A line that is too long is refused again with every further edit of it; only the latest refusal is shown. Any other refusal of the
 * line says nothing about that text, which may be here alone.
 */
const isSameTooLong = (before: Refused, now: Omit<Refused, 'id'>): boolean =>
  before.refusal === 'TOO_LONG' &&
  now.refusal === 'TOO_LONG' &&
  before.lineId === now.lineId &&
  (before.typed === null) === (now.typed === null)
