import type { Page } from '@playwright/test'

/**
 * The server does what it is asked, and its answer never comes: somebody waits for a while, and is told that there is none.
 * @returns what ends the waiting
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
