import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { Person } from './person.ts'

/**
 * Cuts the page off from the live stream, as on a line that breaks again and again.
 * @returns a function that ends this: something has changed meanwhile, and the page reads everything anew
 */
export async function unheardServer(page: Page, person: Person): Promise<() => Promise<void>> {
  await page.route('**/rpc/live/changes', (route) => route.abort())
  return async () => {
    await changeSomething(person)
    // The page may reconnect while the route is being removed, so only an answer counts.
    let isAnswered = false
    page.on('response', (answer) => {
      isAnswered ||= answer.url().endsWith('/rpc/live/changes')
    })
    await page.unroute('**/rpc/live/changes')
    // Repeated, because only a page that waits for its next try reacts, not one in the middle of a try.
    const wake = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => wake().then(() => isAnswered)).toBe(true)
  }
}

/**
 * Changes something and waits until the server has announced it: a page that reconnects earlier would be told that nothing has
 * changed.
 */
async function changeSomething({ api }: Person): Promise<void> {
  const events = await api.live.changes()
  // A stream receives everything from its first event on.
  await events.next()
  await api.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  for await (const event of events) if (event.type === 'change' && event.table === 'stories') return
}
