import {
  applyToLine,
  applyToSpeaker,
  type Refusal,
  type TranscriptSpeaker,
} from '#contract/transcript-apply.ts'
import { type Change, type Edit, type Intent, inverse } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebaseOverAll, undoneVersions } from '#contract/transcript-rebase.ts'

/** A whole transcript in memory, against which the rules of editing are tested. */
export class TranscriptModel {
  readonly #lines: TranscriptLine[]
  readonly #speakers: TranscriptSpeaker[]
  readonly #edits: Edit[] = []

  constructor(lines: readonly TranscriptLine[], speakers: readonly TranscriptSpeaker[] = []) {
    this.#lines = lines.toSorted((a, b) => (a.position < b.position ? -1 : 1))
    this.#speakers = [...speakers]
  }

  get lines(): readonly TranscriptLine[] {
    return this.#lines
  }

  get speakers(): readonly TranscriptSpeaker[] {
    return this.#speakers
  }

  get version(): number {
    return this.#edits.length
  }

  /** Makes an edit requested by a person who had seen every edit up to `baseVersion`. */
  edit(intent: Intent, baseVersion: number): Edit | Refusal {
    return this.#carryOver(intent, baseVersion, null)
  }

  /** Undoes one edit, however much was edited since; the undoing is recorded as an edit too. */
  undo(version: number): Edit | Refusal {
    const edit = this.#edits[version - 1]
    if (undoneVersions(this.#edits).has(version)) return 'OVERLAP'
    return edit ? this.#carryOver(inverse(edit.change), version, version) : 'GONE'
  }

  #carryOver(intent: Intent, baseVersion: number, undoes: number | null): Edit | Refusal {
    const since = this.#edits.filter((edit) => edit.version > baseVersion)
    const carried = rebaseOverAll(intent, since)
    if (carried === null) return 'OVERLAP'
    return 'lineId' in carried ? this.#editLine(carried, undoes) : this.#editSpeaker(carried, undoes)
  }

  #editLine(intent: Extract<Intent, { lineId: string }>, undoes: number | null): Edit | Refusal {
    const at = this.#lines.findIndex((line) => line.id === intent.lineId)
    const line = this.#lines[at]
    if (!line) return 'GONE'
    const applied = applyToLine(intent, line, this.#lines[at + 1] ?? null, this.version + 1)
    if (typeof applied === 'string') return applied

    this.#lines.splice(at, applied.removed === null ? 1 : 2, ...applied.lines)
    return this.#record(applied.change, undoes)
  }

  #editSpeaker(intent: Exclude<Intent, { lineId: string }>, undoes: number | null): Edit | Refusal {
    const applied = applyToSpeaker(intent, this.#speakers, this.version + 1)
    if (typeof applied === 'string') return applied

    const at = this.#speakers.findIndex(({ key }) => key === applied.speaker.key)
    this.#speakers.splice(at < 0 ? this.#speakers.length : at, 1, applied.speaker)
    return this.#record(applied.change, undoes)
  }

  #record(change: Change, undoes: number | null): Edit {
    const edit = { version: this.version + 1, change, undoes }
    this.#edits.push(edit)
    return edit
  }
}
