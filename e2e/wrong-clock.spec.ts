import { expect } from '@playwright/test'
import { DAY_MS, dayOf, daysFromNow, giveOwnClock } from './own-clock.ts'
import { test } from './test.ts'

const YEAR_MS = 365 * DAY_MS

for (const [years, words] of [
  [-20, 'years behind'],
  [5, 'years ahead'],
] as const) {
  test(`on a device whose clock is ${words} a story is of today, a link lasts as long as was chosen, and the trash counts the days there are`, async ({
    page,
    person,
  }) => {
    await giveOwnClock(page, years * YEAR_MS)
    await page.goto('/app/stories?new=journal')
    await page.getByLabel('Title').fill('The old radio')
    await page.getByRole('button', { name: 'Write a Journal Entry' }).click()
    await page.getByLabel('Your entry').fill('It hummed before it spoke.')
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await expect(page.getByText('It hummed before it spoke.')).toBeVisible()
    const [story] = (await person.api.stories.list({})).items
    expect(daysFromNow(0)).toContain(dayOf(story?.date ?? ''))

    const id = story?.id ?? ''
    await person.api.publicLinks.turnOn({ storyId: id })
    await page.goto(`/app/stories/${id}`)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByLabel('Works until').selectOption('week')
    const worksUntil = async () => dayOf((await person.api.publicLinks.get({ storyId: id }))?.expiresAt ?? '')
    await expect.poll(async () => daysFromNow(7).includes(await worksUntil())).toBe(true)

    await person.api.stories.delete({ id })
    await page.goto('/app/trash')
    await expect(page.getByText('goes for good in 30 days')).toBeVisible()
  })
}

test('a story that is begun before anything was answered is of today on a device whose clock is years behind', async ({
  page,
  person,
}) => {
  await giveOwnClock(page, -20 * YEAR_MS)
  const all = Promise.withResolvers<void>()
  await page.route(/\/(rpc|auth)\//, async (route) => {
    if (!route.request().url().endsWith('/stories/create')) await all.promise
    await route.continue()
  })
  await page.goto('/app/stories?new=journal')
  await page.getByLabel('Title').fill('The old radio')
  await page.getByRole('button', { name: 'Write a Journal Entry' }).click()

  await expect(page.getByText('Story added successfully')).toBeVisible()
  all.resolve()
  const [story] = (await person.api.stories.list({})).items
  expect(daysFromNow(0)).toContain(dayOf(story?.date ?? ''))
})

test('on a device whose clock is hours ahead nobody is given a new session at each visit', async ({
  page,
  person,
}) => {
  await giveOwnClock(page, 5 * 3_600_000)
  const renewed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewed.push(request.url())
  })
  await page.goto('/app')
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  // The stored session dates from when the clock was right, so the first visit renews it.
  await expect.poll(() => renewed.length).toBe(1)

  for (const path of ['/app/stories', '/app/prompts', '/app']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(renewed).toHaveLength(1)
  expect(await page.evaluate(() => window.localStorage.getItem('kinora.auth'))).toContain(person.id)
})

test('what was written without a network is of the day it was written, not of the day it was sent', async ({
  page,
  context,
  person,
}) => {
  const jump = await giveOwnClock(page)
  await page.goto('/app/write')
  await expect(page.getByRole('heading', { name: 'Write it down' })).toBeVisible()
  // Not by removing the route, because requests in flight at that moment would never be answered.
  let isCut = true
  await context.route('**/rpc/**', (route) => (isCut ? route.abort() : route.continue()))
  // Three days pass before there is a network again.
  await jump(-3 * DAY_MS)
  await page.getByLabel('Title').fill('The orchard')
  await page.getByLabel('Your entry').fill('We hid in the old pear tree.')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(page.getByTestId('kept-entries')).toContainText('Kept on this device, will be sent.')
  await jump(0)
  isCut = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))

  await expect(page.getByText('Everything is safe on the server.')).toBeVisible()
  const [story] = (await person.api.stories.list({})).items
  expect(daysFromNow(-3)).toContain(dayOf(story?.date ?? ''))
})
