import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { Person } from './person.ts'

/**
 * The page hears nothing of the server, as on a line that breaks again and again.
 * @returns what ends that: something has changed meanwhile, and the page reads everything anew
 */
export async function unheardServer(page: Page, person: Person): Promise<() => Promise<void>> {
  await page.route('**/rpc/live/changes', (route) => route.abort())
  return async () => {
    await changeSomething(person)
    // It may ask while the way is being opened: what counts is that it is answered, and not when it asked.
    let isAnswered = false
    page.on('response', (answer) => {
      isAnswered ||= answer.url().endsWith('/rpc/live/changes')
    })
    await page.unroute('**/rpc/live/changes')
    // Only a page that waits before its next try hears it, and not one in the middle of one.
    const wake = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => wake().then(() => isAnswered)).toBe(true)
  }
}

/** Ends when the server has told of it: a page that it answers before that is told that nothing has changed. */
async function changeSomething({ api }: Person): Promise<void> {
  const events = await api.live.changes()
  // From its first word on a stream hears everything.
  await events.next()
  await api.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  for await (const event of events) if (event.type === 'change' && event.table === 'stories') return
}
