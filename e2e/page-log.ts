import type { BrowserContext, Page, Request, TestInfo } from '@playwright/test'

const notesMax = 60
const linesMax = 120
/** The time in milliseconds after which a busy or closed page is given up. */
const patience = 5_000

/** The name of a failed test's attachment with what its pages did and showed; `failed-page.config.ts` prints it. */
export const pageLogName = 'page log'

/** An event, with the seconds since the test began; repetitions are counted in one note. */
type Note = { what: string; at: number; times: number; lastAt: number }

/**
 * Records where the pages of a test went, their errors, and requests without an answer, also for contexts that a test opens itself.
 * The state of a page alone does not explain how it came about.
 */
export class PageLog {
  #begun = performance.now()
  #notes: Note[] = []
  #pages: Page[] = []
  readonly #waiting = new Map<Request, string>()

  /** Starts a new test and discards the notes of the previous one. */
  begin(): void {
    this.#begun = performance.now()
    this.#notes = []
    this.#pages = []
    this.#waiting.clear()
  }

  follow(context: BrowserContext): void {
    context.on('page', (page) => {
      this.#pages.push(page)
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) this.#note(page, `went to ${frame.url()}`)
      })
    })
    context.on('weberror', (problem) => this.#note(problem.page(), `threw ${problem.error().message}`))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#note(message.page(), `said ${message.text()}`)
    })
    context.on('request', (request) => this.#waiting.set(request, this.#name(pageOf(request))))
    context.on('requestfinished', (request) => this.#waiting.delete(request))
    context.on('response', (answer) => {
      if (answer.status() < 400) return
      this.#note(pageOf(answer.request()), `was answered ${answer.status()} by ${answer.url()}`)
    })
    context.on('requestfailed', (request) => {
      this.#waiting.delete(request)
      this.#note(pageOf(request), `got no answer from ${request.url()} (${request.failure()?.errorText})`)
    })
  }

  /** Attaches the notes to a failed test, once; must be called while its pages are still open. */
  async tell(test: TestInfo): Promise<void> {
    if (test.status === test.expectedStatus || this.#pages.length === 0) return
    for (const [request, name] of this.#waiting) this.#add(`${name} waits for ${request.url()}`)
    const standing = await Promise.all(
      this.#pages.map(async (page) => `${this.#name(page)} stands so:\n${await snapshotOf(page)}`),
    )
    const body = [...this.#notes.slice(-notesMax).map(written), ...standing].join('\n')
    this.begin()
    await test.attach(pageLogName, { body, contentType: 'text/plain' })
  }

  /** Names a page by the order in which pages were opened. */
  #name(page: Page | null): string {
    return page === null
      ? 'a worker, or a page that is only coming,'
      : `page ${this.#pages.indexOf(page) + 1}`
  }

  #note(page: Page | null, what: string): void {
    this.#add(`${this.#name(page)} ${what}`)
  }

  #add(what: string): void {
    const at = (performance.now() - this.#begun) / 1_000
    const last = this.#notes.at(-1)
    if (last?.what !== what) this.#notes.push({ what, at, times: 1, lastAt: at })
    else Object.assign(last, { times: last.times + 1, lastAt: at })
  }
}

function pageOf(request: Request): Page | null {
  if (request.serviceWorker() !== null) return null
  try {
    return request.frame().page()
  } catch {
    // The first request of a page is made before the page exists.
    return null
  }
}

/** The page's tree of roles and names; only the beginning of a long one. */
async function snapshotOf(page: Page): Promise<string> {
  if (page.isClosed()) return 'closed'
  try {
    const tree = await page.locator('body').ariaSnapshot({ timeout: patience })
    return tree.split('\n').slice(0, linesMax).join('\n')
  } catch (problem) {
    return `could not be read (${String(problem).split('\n')[0]})`
  }
}

const written = ({ what, at, times, lastAt }: Note): string =>
  `${at.toFixed(1)} s: ${what}${times > 1 ? `, ${times} times until ${lastAt.toFixed(1)} s` : ''}`
