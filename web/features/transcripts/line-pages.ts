import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { patiently } from '../../lib/insistently.ts'
import { LineList } from './line-list.ts'
import type { TranscriptServer } from './transcript-server.ts'

/** Loads a transcript's lines from the server, page by page. */
export class LinePages {
  readonly #server: TranscriptServer
  readonly #changed: () => void
  #list = new LineList()
  #loading: Promise<void> | null = null
  #failure: unknown = null
  /** Counts the reloads: only the latest one may replace what is shown. */
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

  /** Loads the next page; concurrent calls share one request. */
  loadMore(): Promise<void> {
    this.#loading ??= this.#loadPage().finally(() => {
      this.#loading = null
      this.#changed()
    })
    return this.#loading
  }

  /** Loads pages until `isEnough` says so, there are no more, or the server does not answer. */
  async loadUntil(isEnough: (lines: readonly TranscriptLine[]) => boolean): Promise<void> {
    while (!this.#list.isComplete && !isEnough(this.#list.lines)) {
      await this.loadMore()
      if (this.#failure !== null) return
    }
  }

  /** The server can be reached again: loads the page that failed before. */
  async readOn(): Promise<void> {
    if (this.#failure !== null) await this.loadMore()
  }

  /**
   * Loads as many lines again as there are now. The old ones stay on the screen until then, so that nothing jumps.
   * @returns whether the new lines are shown; false if a later reload was begun meanwhile, whose lines are newer
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
