import { expect, type Page } from '@playwright/test'
import { spooledNow, spooledRecordings } from './profile.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { endSession, openStudio, record, recordedFor, test } from './studio.ts'

test.use({ serviceWorkers: 'allow' })

/** Opens home, and waits until the app's own files are on the device and the service worker serves the page. */
async function keptOnDevice(page: Page): Promise<void> {
  await page.goto('/app')
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

test('without a network the app opens, records and takes an entry, and sends both later, once', async ({
  page,
  context,
  person,
  server,
}) => {
  await keptOnDevice(page)
  await page.close()
  await server.stop()
  await context.setOffline(true)

  const offline = await context.newPage()
  await offline.goto('/app')
  await expect(offline.getByRole('heading', { name: 'There is no connection just now' })).toBeVisible()
  await offline.getByRole('link', { name: 'Write it down' }).first().click()
  await offline.getByLabel('Title').fill('The orchard')
  await offline.getByLabel('Your entry').fill('We hid in the old pear tree.')
  await offline.getByRole('button', { name: 'Add Entry' }).click()
  await expect(offline.getByTestId('kept-entries')).toContainText('Kept on this device, will be sent.')

  await offline.reload()
  await expect(offline.getByText('We hid in the old pear tree.')).toBeVisible()
  await offline.getByRole('link', { name: 'Home' }).click()
  await offline.getByRole('link', { name: 'Record now' }).click()
  await offline.getByRole('button', { name: 'Continue on This Device' }).click()
  await expect(offline.getByLabel('Camera preview')).toBeVisible()
  await record(offline)
  await recordedFor(offline, 4)
  await expect(offline.getByTestId('safety-line')).toHaveText(/safe on the server to 00:00$/)
  await endSession(offline)

  await offline.getByRole('button', { name: 'Your menu' }).first().click()
  await offline.getByRole('menuitem', { name: 'Log Out' }).click()
  const question = offline.getByRole('alertdialog')
  await expect(question).toContainText('Only this device has: 1 recording and 1 entry.')
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(question).toBeHidden()

  await server.start()
  await context.setOffline(false)
  await expect
    .poll(
      async () => {
        const { items } = await person.api.stories.list({}).catch(() => ({ items: [] }))
        return items.map(({ title, noteCount }) => `${title}: ${noteCount}`).toSorted()
      },
      { timeout: 60_000 },
    )
    .toEqual(['New Recording: 0', 'The orchard: 1'])
  const [stored] = await storedOriginals(person, server.origin, 1, 'New Recording')
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(3_500)
  await offline.goto('/app')
  await expect(offline.getByText('Kept on this device')).toHaveCount(0)
})

test('while the server is off home says what still works, though the device has a network', async ({
  page,
  person,
  server,
}) => {
  await keptOnDevice(page)
  await server.stop()

  await page.goto('/app')
  await expect(page.getByRole('heading', { name: 'There is no connection just now' })).toBeVisible()
  await page.getByRole('link', { name: 'Write it down' }).first().click()
  await page.getByLabel('Your entry').fill('The lamp stayed on all night.')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(page.getByTestId('kept-entries')).toContainText('Kept on this device, will be sent.')

  await server.start()
  await expect(page.getByText('Everything is safe on the server.')).toBeVisible({ timeout: 60_000 })
  expect((await person.api.stories.list({})).items).toHaveLength(1)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'There is no connection just now' })).toHaveCount(0)
})

test('on a machine without a network, whose own Kinora answers all the same, nothing is said to be missing', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false, configurable: true }),
  )
  await page.goto('/app')
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  const missing = page.getByRole('heading', { name: 'There is no connection just now' })
  await expect(missing).toHaveCount(0)

  await page.getByRole('link', { name: 'Labs', exact: true }).click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  await expect(missing).toHaveCount(0)
  // A pending request may be answered after the browser's event, and an answer outweighs the event.
  const saidToBeMissing = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    return missing.isVisible()
  }
  await expect.poll(saidToBeMissing).toBe(true)
})

test('while the server is off a story is gone on with as further parts, each after the one before, though nobody can be asked what there is', async ({
  page,
  person,
  server,
}) => {
  await openStudio(page, 'The harbour dance')
  await record(page)
  await recordedFor(page, 1)
  await endSession(page)
  await expect.poll(async () => (await spooledNow(page)).length).toBe(0)
  await keptOnDevice(page)
  const [story] = (await person.api.stories.list({})).items
  const storyId = story?.id ?? ''
  await page.goto(`/app/stories/${storyId}?tab=recording`)
  const another = page.getByRole('link', { name: 'Record another part' })
  await expect(another).toBeVisible()
  await server.stop()

  await another.click()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await recordedFor(page, 1)
  await endSession(page)
  // This part is still being sent when the next one begins after it, although the page's address says nothing of earlier parts.
  await page.goto(`/app/studio?storyId=%22${storyId}%22&mode=recording&further=true`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await recordedFor(page, 1)
  await endSession(page)
  const begins = (await spooledRecordings(page)).map(({ part, beginsAtMs = 0 }) => [part, beginsAtMs])
  const [[, second = 0] = [], [, third = 0] = []] = begins.toSorted(([one = 0], [other = 0]) => one - other)
  expect(second).toBeGreaterThanOrEqual(1_000)
  expect(third).toBeGreaterThanOrEqual(second + 1_000)

  await server.start()
  const parts = async () => (await person.api.stories.get({ id: storyId })).recordings.map(({ part }) => part)
  await expect.poll(parts, { timeout: 60_000 }).toEqual([0, 1, 2])
})

test('on a line that has gone silent the studio opens in seconds, and the session begins as without a network', async ({
  page,
  person: _,
}) => {
  const neverAnswered = () => undefined
  await page.route('**/rpc/account/profile', neverAnswered)
  await page.route('**/rpc/stories/get', neverAnswered)

  await page.goto('/app/studio?title=The+orchard')
  const begin = page.getByRole('button', { name: 'Continue on This Device' })
  await expect(begin).toBeVisible()
  await begin.click()
  await record(page)
  await recordedFor(page, 1)
  await endSession(page)
})

/** A property by which Chromium reports a request that bypassed the service worker; lib.dom does not have it. */
type RoutedTiming = PerformanceResourceTiming & { workerMatchedSourceType?: string }

test('what a page sends goes past the service worker, which would keep it in memory', async ({
  page,
  person: _,
}) => {
  await keptOnDevice(page)
  const sourceOf = (path: string) =>
    page.evaluate((end) => {
      const requests = performance.getEntriesByType('resource') as RoutedTiming[]
      return requests.findLast(({ name, workerStart }) => name.endsWith(end) && workerStart > 0)
        ?.workerMatchedSourceType
    }, path)

  await page.evaluate(() => fetch('/theme.js'))
  await expect.poll(() => sourceOf('/theme.js')).toBe('')
  for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
    const path = `/recordings/none/${method}`
    await page.evaluate(
      // A response that must not be cached only completes once its body has been read.
      async ([to = '', how = '']) => (await fetch(to, { method: how, body: 'bytes' })).text(),
      [path, method],
    )
    await expect.poll(() => sourceOf(path)).toBe('network')
  }
})
