import type { Page, Request } from '@playwright/test'

/**
 * Delays the server's answer to the next such call, which the server itself executes at once.
 *
 * @param procedure of the contract, such as `stories/delete`, or a path from the root, such as `/auth/v1/factors`
 * @returns a function that releases the answer, and resolves when the page has it
 */
export async function holdAnswer(page: Page, procedure: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const address = procedure.startsWith('/') ? `**${procedure}` : `**/rpc/${procedure}`
  const held = Promise.withResolvers<Request>()
  await page.route(
    address,
    async (route) => {
      held.resolve(route.request())
      const response = await route.fetch()
      await released.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return async () => {
    released.resolve()
    // Of this request: another to the same address may have been under way before it.
    const answer = await (await held.promise).response()
    await answer?.finished()
  }
}
