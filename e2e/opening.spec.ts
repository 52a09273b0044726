import { expect } from '@playwright/test'
import { test } from './test.ts'

/** The app's main script, without which nothing of the app starts. */
const mainScript = '**/assets/start-*.js'

/** Try by try, because all of them together take a slow machine longer than one expectation waits. */
async function becomes(asked: () => number, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) await expect.poll(asked).toBeGreaterThanOrEqual(time)
}

test('a page whose script did not come is opened again by itself', async ({ page, context }) => {
  let asked = 0
  await context.route(mainScript, (route) => {
    asked += 1
    return asked < 3 ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.continue()
  })

  await page.goto('/login')

  await becomes(() => asked, 3)
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(asked).toBe(3)
})

test('where it does not come at all, words say so and a button loads the page again', async ({
  page,
  context,
}) => {
  let asked = 0
  await context.route(mainScript, (route) => {
    asked += 1
    return route.abort()
  })
  await page.goto('/login?email=ana@family.example#keep')
  const words = page.getByText('Kinora is opening.')

  // The words appear after six seconds of each try, which a busy machine may take for one.
  await becomes(() => asked, 4)
  await expect(words).toBeVisible()
  expect(asked).toBe(4)

  await context.unroute(mainScript)
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(words).toBeHidden()
  expect(page.url()).toMatch(/\?email=ana@family.example#keep$/)
})

test('on a line that goes silent before the script has come, the button is there all the same', async ({
  page,
  context,
}) => {
  let asked = 0
  await context.route(mainScript, (route) => {
    asked += 1
    // The first request is never answered.
    return asked === 1 ? undefined : route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })

  await page.getByRole('button', { name: 'Load it again' }).click()

  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(asked).toBe(2)
})

test('the letters of a page come along with it, and not after its first words', async ({
  page,
  person: _,
}) => {
  await page.route(mainScript, () => undefined)
  const letters = [/hyperlegible-next-latin-wght-normal/, /literata-latin-wght-normal/]
  const asked = Promise.all(letters.map((name) => page.waitForRequest(name)))
  await page.goto('/app', { waitUntil: 'commit' })
  await asked
})
