import type { BrowserContext, Page, Request, TestInfo } from '@playwright/test'

const notesMax = 60
const linesMax = 120
/** A page that is busy or gone is not waited for any longer than this, in milliseconds. */
const patience = 5_000

/** Under this name a failed test has what its pages did and what stands in them; `failed-page.config.ts` prints it. */
export const pageLogName = 'page log'

/** What happened, in seconds since the test began; what comes again and again is one line. */
type Note = { what: string; at: number; times: number; lastAt: number }

/**
 * Notes where the pages of a test went, what they complained of and what was never answered: also those of devices that it makes by
 * hand. A page alone does not tell why it stands where it does.
 */
export class PageLog {
  #begun = performance.now()
  #notes: Note[] = []
  #pages: Page[] = []
  readonly #waiting = new Map<Request, string>()

  /** A test begins: what was noted belongs to the one before. */
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

  /** Gives a test that has failed what was noted, once; to be called while its pages are still open. */
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

  /** By the order in which they were opened. */
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
    // What a page is opened with is asked for before there is a page.
    return null
  }
}

/** The page's tree of roles and names, its beginning of a long one. */
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
