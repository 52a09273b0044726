import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { patiently } from '../../lib/insistently.ts'
import { LineList } from './line-list.ts'
import type { TranscriptServer } from './transcript-server.ts'

/** A transcript's lines as they are read from the server, page after page. */
export class LinePages {
  readonly #server: TranscriptServer
  readonly #changed: () => void
  #list = new LineList()
  #loading: Promise<void> | null = null
  #failure: unknown = null
  /** How often all was read anew; only what was begun last counts. */
  #readings = 0

  constructor(server: TranscriptServer, changed: () => void) {
    this.#server = server
    this.#changed = changed
  }

  get list(): LineList {
    return this.#list
  }

  /** Why the last page could not be read; null if it could. */
  get failure(): unknown {
    return this.#failure
  }

  /** Reads the next page, once however many ask for it. */
  loadMore(): Promise<void> {
    this.#loading ??= this.#loadPage().finally(() => {
      this.#loading = null
      this.#changed()
    })
    return this.#loading
  }

  /** Reads on until there is enough, there is no more, or nobody answers. */
  async loadUntil(isEnough: (lines: readonly TranscriptLine[]) => boolean): Promise<void> {
    while (!this.#list.isComplete && !isEnough(this.#list.lines)) {
      await this.loadMore()
      if (this.#failure !== null) return
    }
  }

  /** The server is heard of again: the page that it did not answer for is read. */
  async readOn(): Promise<void> {
    if (this.#failure !== null) await this.loadMore()
  }

  /**
   * Reads as much again as there is. What is shown stays until then, so that nothing jumps.
   * @returns whether that is shown now; not if another reading was begun meanwhile, which knows more
   */
  async readAnew(): Promise<boolean> {
    this.#readings += 1
    const reading = this.#readings
    const [fresh, wanted] = [new LineList(), this.#list.lines.length]
    while (!fresh.isComplete && fresh.lines.length < wanted) {
      const { items, nextCursor } = await this.#server.lines(fresh.cursor)
      fresh.addPage(items, nextCursor === null)
    }
    if (reading < this.#readings) return false
    this.#list = fresh
    return true
  }

  async #loadPage(): Promise<void> {
    const list = this.#list
    if (list.isComplete) return
    try {
      const { items, nextCursor } = await patiently(() => this.#server.lines(list.cursor))
      list.addPage(items, nextCursor === null)
      this.#failure = null
    } catch (error) {
      this.#failure = error
    }
  }
}
