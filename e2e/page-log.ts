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
  const lines: string[] = []
  const waiting = new Set<Request>()
  const note = (what: string) => lines.push(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${what}`)

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
  context.on('requestfailed', (request) => {
    waiting.delete(request)
    note(`got no answer from ${request.url()} (${request.failure()?.errorText})`)
  })

  return async (test) => {
    if (test.status === test.expectedStatus) return
    for (const request of waiting) note(`waits for ${request.url()}`)
    await test.attach(pageLog, { body: lines.slice(-linesMax).join('\n'), contentType: 'text/plain' })
  }
}
