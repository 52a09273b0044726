import type { BrowserContext, Request, TestInfo } from '@playwright/test'

const linesMax = 60

/** Under this name a failed test has what its pages did; `failed-page.config.ts` prints it. */
export const pageLog = 'page log'

/**
 * Notes where the pages of a context went, what they complained of and what was never answered. A page alone does not tell why
 * it stands where it does.
 */
export function logPages(context: BrowserContext): (test: TestInfo) => Promise<void> {
  const begun = performance.now()
  const notes: Note[] = []
  const waiting = new Set<Request>()
  const note = (what: string) => {
    const at = (performance.now() - begun) / 1_000
    const last = notes.at(-1)
    if (last?.what !== what) notes.push({ what, at, times: 1, lastAt: at })
    else Object.assign(last, { times: last.times + 1, lastAt: at })
  }

  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) note(`went to ${frame.url()}`)
    })
  })
  context.on('weberror', (problem) => note(`threw ${problem.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') note(`said ${message.text()}`)
  })
  context.on('request', (request) => waiting.add(request))
  context.on('requestfinished', (request) => waiting.delete(request))
  context.on('response', (answer) => {
    if (answer.status() >= 400) note(`was answered ${answer.status()} by ${answer.url()}`)
  })
  context.on('requestfailed', (request) => {
    waiting.delete(request)
    note(`got no answer from ${request.url()} (${request.failure()?.errorText})`)
  })

  return async (test) => {
    if (test.status === test.expectedStatus) return
    for (const request of waiting) note(`waits for ${request.url()}`)
    await test.attach(pageLog, {
      body: notes.slice(-linesMax).map(written).join('\n'),
      contentType: 'text/plain',
    })
  }
}

/** What happened, in seconds since the page's context began; what comes again and again is one line. */
type Note = { what: string; at: number; times: number; lastAt: number }

const written = ({ what, at, times, lastAt }: Note): string =>
  `${at.toFixed(1)} s: ${what}${times > 1 ? `, ${times} times until ${lastAt.toFixed(1)} s` : ''}`
