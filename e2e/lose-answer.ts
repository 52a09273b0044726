import type { Page } from '@playwright/test'

/**
 * The server executes the call, but its answer is lost: the page waits for a while, until the call counts as unanswered.
 * @returns a function that ends the waiting
 */
export const loseAnswer = (page: Page, procedure: string) => loseAnswerFrom(page, `**/rpc/${procedure}`)

/** The same for the next request to an address, which may be another service's. */
export async function loseAnswerFrom(page: Page, address: string): Promise<() => void> {
  const waited = Promise.withResolvers<void>()
  await page.route(
    address,
    async (route) => {
      await route.fetch()
      await waited.promise
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  return waited.resolve
}
