import type { TranscriptLine } from '#contract/transcript-lines.ts'

/**
 * The lines of a transcript that the server has sent so far, in order. Pages and changes may arrive in any order: the newer version of a
 * line wins, and a removed line is not brought back by an older page. A change of a line that has not been loaded yet is kept: the page
 * with that line may have been read by the server before the change and yet arrive after it.
 */
export class LineList {
  /** The lines of `#byId` that lie within the part loaded so far, in order. */
  #sorted: TranscriptLine[] = []
  readonly #byId = new Map<string, TranscriptLine>()
  readonly #gone = new Map<string, number>()
  /** The position up to which lines are loaded; null once all are. */
  #readTo: string | null = ''

  get lines(): readonly TranscriptLine[] {
    return this.#sorted
  }

  /** Where the next page begins. */
  get cursor(): string {
    return this.#readTo ?? this.#sorted.at(-1)?.position ?? ''
  }

  /** Whether the server had no further lines when it was last asked. */
  get isComplete(): boolean {
    return this.#readTo === null
  }

  get(id: string): TranscriptLine | undefined {
    return this.#byId.get(id)
  }

  /** Adds the page that follows the cursor. */
  addPage(lines: readonly TranscriptLine[], isLast: boolean): void {
    for (const line of lines) this.#put(line)
    this.#readTo = isLast ? null : (lines.at(-1)?.position ?? this.#readTo)
    this.#sort()
  }

  /** The server has lines beyond the last one loaded. */
  expectMore(): void {
    this.#readTo ??= this.#sorted.at(-1)?.position ?? ''
  }

  /** Applies the current state of changed lines, and removes those that no longer exist. */
  apply({
    version,
    lines,
    removed,
  }: {
    version: number
    lines: readonly TranscriptLine[]
    removed: readonly string[]
  }) {
    for (const line of lines) this.#put(line)
    for (const id of removed) {
      // It was parted again after this answer was made.
      if ((this.#byId.get(id)?.version ?? 0) > version) continue
      this.#byId.delete(id)
      this.#gone.set(id, Math.max(version, this.#gone.get(id) ?? 0))
    }
    this.#sort()
  }

  #put(line: TranscriptLine): void {
    const known = this.#byId.get(line.id)
    if (known && known.version > line.version) return
    const goneAt = this.#gone.get(line.id)
    if (goneAt !== undefined && line.version <= goneAt) return
    this.#byId.set(line.id, line)
    this.#gone.delete(line.id)
  }

  #sort(): void {
    const readTo = this.#readTo
    this.#sorted = [...this.#byId.values()]
      .filter(({ position }) => readTo === null || position <= readTo)
      .sort((a, b) => (a.position < b.position ? -1 : 1))
  }
}
