import type { TranscriptLine } from '#contract/transcript-lines.ts'

/**
 * The lines of a transcript as the server has told them, as far as they were read, in order. Pages and changes may come
 * in any order: what is newer stands, and what was taken away does not come back by an old page. A change of a line that is
 * not read yet is kept until then: the page with it may have been read before the change and come after it.
 */
export class LineList {
  /** Those of `#byId` that are read to, in order. */
  #sorted: TranscriptLine[] = []
  readonly #byId = new Map<string, TranscriptLine>()
  readonly #gone = new Map<string, number>()
  /** Lines behind this position have not been read; null once all were. */
  #readTo: string | null = ''

  get lines(): readonly TranscriptLine[] {
    return this.#sorted
  }

  /** Where the next page begins. */
  get cursor(): string {
    return this.#readTo ?? this.#sorted.at(-1)?.position ?? ''
  }

  /** Whether the server had no further lines when it was asked last. */
  get isComplete(): boolean {
    return this.#readTo === null
  }

  get(id: string): TranscriptLine | undefined {
    return this.#byId.get(id)
  }

  /** Adds the page that follows the cursor. */
  addPage(lines: readonly TranscriptLine[], isLast: boolean): void {
    for (const line of lines) {
      const goneAt = this.#gone.get(line.id)
      if (goneAt === undefined || line.version > goneAt) this.#put(line)
    }
    this.#readTo = isLast ? null : (lines.at(-1)?.position ?? this.#readTo)
    this.#sort()
  }

  /** The server has lines behind the last one that was read. */
  expectMore(): void {
    this.#readTo ??= this.#sorted.at(-1)?.position ?? ''
  }

  /** Lines as they stand now, and those that are no longer there. */
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
      this.#byId.delete(id)
      this.#gone.set(id, version)
    }
    this.#sort()
  }

  #put(line: TranscriptLine): void {
    const known = this.#byId.get(line.id)
    if (known && known.version > line.version) return
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
