import type { Page } from '@playwright/test'

/**
 * Delays the server's answer to the next such call, which the server itself executes at once.
 *
 * @param procedure of the contract, such as `stories/delete`, or a path from the root, such as `/auth/v1/factors`
 * @returns a function that releases the answer, and resolves when the page has it
 */
export async function holdAnswer(page: Page, procedure: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const address = procedure.startsWith('/') ? `**${procedure}` : `**/rpc/${procedure}`
  const done = page.waitForResponse(address, { timeout: 0 })
  done.catch(() => undefined)
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch()
      await released.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return async () => {
    released.resolve()
    await (await done).finished()
  }
}
