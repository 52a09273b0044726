import type { Page } from '@playwright/test'

/**
 * The server executes the call, but its answer is lost: the page waits for a while, until the call counts as unanswered.
 * @returns a function that ends the waiting
 */
export const loseAnswer = (page: Page, procedure: string) => loseAnswerFrom(page, `**/rpc/${procedure}`)

/** The same for the next request to an address that changes something; it may be another service's. */
export async function loseAnswerFrom(page: Page, address: string): Promise<() => void> {
  const waited = Promise.withResolvers<void>()
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await waited.promise
    await route.abort('connectionreset')
  })
  return waited.resolve
}
