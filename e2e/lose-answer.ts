import type { Page } from '@playwright/test'

/**
 * The server executes the call, but its answer is lost: the page waits for a while, until the call counts as unanswered.
 * @returns a function that ends the waiting
 */
export async function loseAnswer(page: Page, procedure: string): Promise<() => void> {
  const waited = Promise.withResolvers<void>()
  await page.route(
    `**/rpc/${procedure}`,
    async (route) => {
      await route.fetch()
      await waited.promise
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  return waited.resolve
}
