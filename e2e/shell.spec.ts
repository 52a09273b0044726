import { setTimeout as after } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { openUpload, uploadRow } from './open-upload.ts'
import { signInHere, signUp, signUpOperator } from './person.ts'
import { test } from './test.ts'

const operator = 'operator@family.example'
test.use({ settings: { OPERATOR_EMAILS: operator } })

test('the pages stand at the side of a large screen and within the thumb’s reach of a phone, and each is there', async ({
  page,
  person,
}) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/app')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Stories', 'Storybooks', 'Prompts', 'Family', 'Reminisce', 'Labs'])
  expect((await page.getByRole('complementary').boundingBox())?.width).toBe(260)
  await leadToTheirPages(page, { Home: '/app' })

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(links).toHaveText(['Stories', 'Prompts', 'Family', 'Storybooks'])
  await leadToTheirPages(page, {})

  await page.getByRole('button', { name: 'Your menu' }).click()
  for (const said of ['Ana Petrova', person.email]) {
    await expect(page.getByRole('menu').getByText(said, { exact: true })).toBeVisible()
  }
  const entries = page.getByRole('menu').getByRole('menuitem')
  await expect(entries).toHaveText([
    'Profile',
    'Settings',
    'Sharing Options',
    'Billing',
    'Help & Support',
    'Trash',
    'Log Out',
  ])

  // On a lower phone the menu is longer than the screen, but its last entry, the way out, is visible all the same.
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 700 })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByRole('button', { name: 'Your menu' }).press('Enter')
  await expect(entries.last()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  await page.getByRole('menuitemradio', { name: 'Light' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused()
  const foot = (await entries.last().boundingBox())?.y ?? 0
  const dark = await page.getByRole('menuitemradio', { name: 'Dark' }).boundingBox()
  expect((dark?.y ?? 0) + (dark?.height ?? 0)).toBeLessThanOrEqual(foot)
})

test('who has to log in first sees nothing of the house, and who is in is not asked again', async ({
  page,
  context,
  server,
}) => {
  const person = await signUp(server.origin)
  await page.goto('/app/family')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/app$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.getByText('Stories Recorded')).toBeVisible()

  // A person whose session is being renewed counts as neither signed in nor signed out until the answer arrives.
  const answer = Promise.withResolvers<void>()
  const back = await context.newPage()
  await back.route('**/auth/v1/token?*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await back.addInitScript(() => {
    const session = JSON.parse(localStorage.getItem('kinora.auth') ?? '{}')
    if (sessionStorage.getItem('aged') === null)
      localStorage.setItem('kinora.auth', JSON.stringify({ ...session, expires_at: 1 }))
    sessionStorage.setItem('aged', 'true')
  })
  await page.close()
  await back.goto('/app/family')
  await expect(back.getByRole('status')).toHaveText('One moment')
  await expect(back.getByRole('navigation')).toHaveCount(0)
  await expect(back).toHaveURL(/\/app\/family$/)
  answer.resolve()
  await expect(back.getByRole('heading', { level: 1 })).toHaveText('Family')
})

test('home leads to every way to begin, and Labs says how far each of its features is', async ({
  page,
  person: _,
}) => {
  const addressesOf = (links: Locator) =>
    links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await page.goto('/app')
  const ways = page.getByRole('region', { name: 'Get Started' }).getByRole('link')
  await expect(ways).toHaveCount(6)
  expect(await addressesOf(ways)).toEqual([
    '/app/stories?new=recording',
    '/app/stories?new=journal',
    '/app/stories?new=upload',
    '/app/prompts?tab=explore',
    '/app/family',
    '/app/storybooks',
  ])

  await page.goto('/app/labs')
  await expect(page.getByText('These features are experimental')).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toContainText([
    /Experimental.*AI Story Enhancement/,
    /Beta.*Voice Recording/,
    /Experimental.*Timeline View/,
  ])
  const tries = cards.getByRole('link', { name: /^Try It Out/ })
  expect(await addressesOf(tries)).toEqual(['/app/labs/enhance', '/app/labs/voice', '/app/labs/timeline'])
})

test('the figures of home follow what happens on another device', async ({ page, person }) => {
  await page.goto('/app')
  const tiles = page.getByRole('definition')
  await expect(tiles).toHaveText(['0', '0', '0'])
  await expect(page.getByRole('link', { name: 'Record Your First Story' })).toBeVisible()

  const [id, storybookId] = [uuidv7(), uuidv7()]
  await person.api.stories.create({ id, title: 'The harbour', method: 'journal' })
  await expect(tiles).toHaveText(['1', '0', '0'])
  await expect(page.getByRole('link', { name: 'Go to your stories' })).toBeVisible()
  await person.api.familyMembers.create({ id: uuidv7(), firstName: 'Elena', lastName: 'Petrenko' })
  await expect(tiles).toHaveText(['1', '1', '0'])
  await person.api.storybooks.create({ id: storybookId, title: 'Harbour years', storyIds: [id] })
  await expect(tiles).toHaveText(['1', '1', '1'])
  await person.api.stories.delete({ id })
  await expect(tiles).toHaveText(['0', '1', '1'])
})

test('the bar of the storage grows with what arrives, says in time how much still goes in, and where it is full a new story says what makes room', async ({
  page,
  context,
  server,
}) => {
  const olga = await signUpOperator(server, operator)
  const person = await signUp(server.origin)
  await olga.api.billing.grant({ email: person.email, tier: 'free', limits: { storageBytes: 20_000_000 } })
  await signInHere(context, person)
  await page.goto('/app/stories')
  const storage = page.getByRole('region', { name: 'Storage' })
  const bar = storage.getByRole('progressbar')
  await expect(storage).toContainText('0 GB / 0.02 GB')
  await expect(bar).toHaveAttribute('aria-valuenow', '0')

  const tab = await context.newPage()
  await openUpload(tab, person)
  await upload(tab, 'deed.pdf', 10_000_000)
  await expect(storage).toContainText('0.01 GB / 0.02 GB')
  await expect(bar).toHaveAttribute('aria-valuenow', '50')

  await expect(storage.getByText(/full/i)).toHaveCount(0)

  await upload(tab, 'map.pdf', 7_000_000)
  await expect(bar).toHaveAttribute('aria-valuenow', '85')
  await expect(storage).toContainText('Nearly full: room for about 7 seconds of film in the best quality.')

  await upload(tab, 'letter.pdf', 3_000_000)
  await expect(storage).toContainText('0.02 GB / 0.02 GB')
  await expect(storage).toContainText('Full: nothing more can be added. What is here is safe.')
  await expect(bar).toHaveAttribute('aria-valuenow', '100')
  expect((await person.api.account.usage()).storageUsedBytes).toBe(20_000_000)
  await page.getByRole('button', { name: 'New Story' }).click()
  const full = page.getByRole('dialog', { name: 'Storage Limit Reached' })
  await expect(full).toContainText('You have used the 0.02 GB that your plan holds.')
  await expect(full).toContainText('take files that you no longer need out of their stories')
})

test('a tab that keeps no copy of the app has its menu and its search also after an update, and says that a new version is ready', async ({
  page,
  person,
}) => {
  await page.clock.install()
  await page.goto('/app')
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  const files = new Set<string>()
  page.on('requestfinished', (request) => files.add(request.url()))
  const names = () => [...files].join(' ')
  await page.clock.runFor(30_000)
  await expect.poll(names).toMatch(/signed-out.*update-notice|update-notice.*signed-out/)
  // Loaded once nothing more has arrived for a second.
  for (let known = -1; known < files.size; await after(1_000)) known = files.size
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))

  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  await page.keyboard.press('Escape')
  const notice = page.getByRole('region', { name: 'New version' })
  await expect(notice).toHaveCount(0)

  // Home now loads more of itself, which the server no longer has.
  await person.api.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  await expect(notice).toContainText('A new version is ready')
  await page.unroute('**/assets/**')
  await notice.getByRole('button', { name: 'Use it now' }).click()
  await expect(page.getByText('The mill').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
})

/** Presses each link of the navigation, and expects the page that it names, with the link marked as current. */
async function leadToTheirPages(page: Page, other: Record<string, string>): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const name of await nav.getByRole('link').allTextContents()) {
    const link = nav.getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${other[name] ?? `/app/${name.toLowerCase()}`}$`))
    await expect(page).toHaveTitle(`${name} · Kinora`)
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
}

async function upload(page: Page, name: string, size: number): Promise<void> {
  const [head, end] = [Buffer.from('%PDF-1.4\n'), Buffer.from('\nstartxref\n9\n%%EOF')]
  const buffer = Buffer.concat([head, Buffer.alloc(size - head.length - end.length, ' '), end])
  await page.setInputFiles('input[type=file]', { name, mimeType: 'application/pdf', buffer })
  await expect(uploadRow(page, name)).toContainText('Safe on the server', { timeout: 30_000 })
}
