import { type Browser, expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { recordWhole } from '../server/testing/recorder.ts'
import { makeFilm } from './film.ts'
import { holdAnswer } from './hold-answer.ts'
import { lookElsewhere } from './look-elsewhere.ts'
import { loseAnswer } from './lose-answer.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'
import { test } from './test.ts'
import { asSeenByServer } from './transcripts.ts'
import { twoFrames } from './two-frames.ts'
import { unheardServer } from './unheard-server.ts'
import { writeStory } from './write-story.ts'

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('words that are being written stay when dates are written otherwise on another device', async ({
  page,
  person,
}) => {
  await page.goto('/app/profile')
  await page.getByLabel('Bio').fill('I bake bread.')
  await datesFromElsewhere(page, person)
  await expect(page.getByLabel('Bio')).toHaveValue('I bake bread.')
})

test('a film that is watched stays when a recording of its story arrives, and when dates are written otherwise', async ({
  page,
  person,
  server,
}) => {
  await page.goto('/app')
  const storyId = await storyWith(page, person, 'dance.webm', await makeFilm(page, 3))
  // Waits for the playback copy, because an unplayed film is replaced by its copy; in this test, the file must stay the same.
  const copy = async () => (await person.api.stories.get({ id: storyId })).files[0]?.playbackMediaId ?? null
  await expect.poll(copy, { timeout: 60_000 }).not.toBeNull()
  await page.goto(`/app/stories/${storyId}`)
  const film = page.locator('main video')
  await expect(film).toHaveAccessibleName('dance.webm')
  await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
  await film.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    element.pause()
    element.currentTime = 1
    await new Promise((seeked) => element.addEventListener('seeked', seeked, { once: true }))
  })
  const place = () => film.evaluate((element: HTMLVideoElement) => Math.floor(element.currentTime))

  await datesFromElsewhere(page, person)
  await expect.poll(place).toBe(1)
  await recordingArrives(page, server, person, storyId)
  await expect(page.getByRole('list', { name: 'Parts of this story' }).getByRole('listitem')).toHaveCount(2)
  await expect(film).toHaveAccessibleName('dance.webm')
  expect(await place()).toBe(1)
})

test('what is looked at or written in a story stays when a recording of it arrives', async ({
  page,
  person,
  server,
}) => {
  const storyId = await storyWith(page, person, 'house.png', png)
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Add a caption to house.png' }).click()
  const caption = page.getByRole('textbox', { name: 'Caption of house.png' })
  await caption.fill('Our house')
  await recordingArrives(page, server, person, storyId)
  await expect(page.locator('main header').getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(caption).toHaveValue('Our house')
})

test('a transcript that is open stays when another part of the story arrives', async ({
  page,
  person,
  server,
}) => {
  await page.goto('/app')
  const storyId = await storyWith(page, person, 'dance.webm', await makeFilm(page, 1))
  await page.goto(`/app/stories/${storyId}?tab=transcript`)
  await expect(page.getByRole('heading', { name: 'No transcript yet' })).toBeVisible()
  await recordingArrives(page, server, person, storyId)
  const parts = page.getByRole('region', { name: 'Parts' }).getByRole('button')
  await expect(parts).toHaveText(['Recording', 'dance.webm'])
  await expect(parts.and(page.locator('[aria-pressed=true]'))).toHaveText('dance.webm')
})

test('a day and a time that are chosen quickly one after the other both hold', async ({ page, person }) => {
  await person.api.weeklyQuestions.set({ enabled: true, timeZone: 'Europe/Berlin', weekday: 7, hour: 9 })
  await page.goto('/app/settings')
  const section = page.getByRole('region', { name: 'A question every week' })
  const [day, time] = [section.getByLabel('Day'), section.getByLabel('Time')]
  const release = await holdAnswer(page, 'weeklyQuestions/set')
  await day.selectOption('Wednesday')
  await time.selectOption({ value: '10' })
  await expect(day).toHaveValue('3')
  await expect(time).toHaveValue('10')

  await release()
  const kept = async () => (await person.api.weeklyQuestions.get()).wish
  await expect.poll(kept).toMatchObject({ weekday: 3, hour: 10 })
  await expect(day).toHaveValue('3')
  await expect(time).toHaveValue('10')
})

test('a picture of a book that cannot be had for a while is not called gone, and is there once it can', async ({
  page,
  person,
}) => {
  const storyId = await storyWith(page, person, 'oven.png', png)
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [storyId] })
  const { items: pages } = await person.api.storybooks.pages({ id: book.id })
  const number = pages.findIndex(({ content }) => content.kind === 'chapter') + 1
  expect(number).toBeGreaterThan(0)
  // Leaves the page first, so that its pending requests are not taken for the book's.
  await page.goto('about:blank')
  const hearOfServer = await unheardServer(page, person)
  const asked = await cannotBeRead(page, 'media/address')
  await page.setViewportSize({ width: 800, height: 800 })
  await page.goto(`/app/storybooks/${book.id}?page=${number}`)
  await expect.poll(asked).toBeGreaterThan(0)
  await twoFrames(page)
  await expect(page.getByText('This picture is no longer here.')).toHaveCount(0)

  await page.unroute('**/rpc/media/address')
  await hearOfServer()
  await expect(page.getByRole('article', { name: `Page ${number}` }).locator('img')).toBeVisible()
})

test('a password that is half written stays for whoever looks for the rest of it elsewhere', async ({
  person,
  browser,
}) => {
  const visitor = await followLockedLink(person, browser)
  const password = visitor.getByLabel('Password')
  await password.fill('wild')
  await lookElsewhere(visitor)
  await expect(password).toHaveValue('wild')

  await visitor.keyboard.press('Enter')
  const wrong = visitor.getByText('That is not the password of this link.')
  await expect(wrong).toBeVisible()
  await lookElsewhere(visitor)
  await expect(wrong).toBeVisible()
  await visitor.keyboard.type(' geese')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('It rained all night.')).toBeVisible()
  await visitor.context().close()
})

test('a password that is too long for a link says so beside its field, and a right one still opens it', async ({
  person,
  browser,
}) => {
  const visitor = await followLockedLink(person, browser)
  const password = visitor.getByLabel('Password')
  const sent: string[] = []
  visitor.on('request', (request) => sent.push(request.postData() ?? ''))
  const tooLong = 'wild geese '.repeat(20)
  await password.fill(tooLong)
  await visitor.keyboard.press('Enter')

  const said = visitor.getByText('That is longer than any password of a link (200 characters).')
  await expect(said).toBeVisible()
  await expect(password).toHaveValue(tooLong)
  expect(sent.filter((body) => body.includes('wild geese'))).toEqual([])
  await password.fill('wild geese')
  await expect(said).toBeHidden()
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('It rained all night.')).toBeVisible()
  await visitor.context().close()
})

test('the password of a link opens it at the second try, when the line was broken at the first', async ({
  person,
  browser,
}) => {
  const visitor = await followLockedLink(person, browser)
  await visitor.getByLabel('Password').fill('wild geese')
  const asked = await cannotBeRead(visitor, 'publicStories/open')
  const open = visitor.getByRole('button', { name: 'Open the story' })
  await open.click()
  await expect.poll(asked).toBeGreaterThan(0)
  await expect(visitor.getByText('Kinora cannot be reached just now.')).toBeVisible()

  await visitor.unroute('**/rpc/publicStories/open')
  await open.click()
  await expect(visitor.getByText('It rained all night.')).toBeVisible()
  await visitor.context().close()
})

for (const { what, at, there, procedure, told } of [
  {
    what: 'a plan',
    at: '/app/billing',
    there: 'Your plan',
    procedure: 'billing/get',
    told: 'Your plan could not be shown',
  },
  {
    what: 'the engines',
    at: '/app/settings',
    there: 'Your own Google speech key',
    procedure: 'engines/get',
    told: 'This could not be loaded',
  },
]) {
  test(`${what} that only could not be read anew stays as it stands`, async ({ page, person }) => {
    const hearOfServer = await unheardServer(page, person)
    await page.goto(at)
    await expect(page.getByText(there, { exact: true })).toBeVisible()
    const asked = await cannotBeRead(page, procedure)
    await hearOfServer()
    // As often as the cache tries before it gives up.
    await expect.poll(asked).toBeGreaterThan(2)
    await twoFrames(page)
    await expect(page.getByText(told)).toHaveCount(0)
    await expect(page.getByText(there, { exact: true })).toBeVisible()
  })
}

test('a comment that is kept does not stand in its box once more for whoever looks elsewhere meanwhile', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person, 'The harbour')
  await unheardServer(page, person)
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  await expect(page.getByText('Nobody has said anything yet')).toBeVisible()
  const box = page.getByLabel('Add a comment')
  await box.fill('So did I.')
  await page.route('**/rpc/comments/list', () => new Promise<void>(() => undefined))
  const reading = page.waitForRequest('**/rpc/comments/list')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await reading

  await page.getByRole('tab', { name: 'Summary' }).click()
  await page.unroute('**/rpc/comments/list')
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'So did I.' })).toBeVisible()
  await expect(box).toHaveValue('')
})

test('the last book of a month whose answer was lost is made by pressing again, and its words stay until then', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person, 'Apples', 'On Saturdays.')
  for (const title of ['Spring', 'Summer', 'Autumn', 'Winter'])
    await person.api.storybooks.create({ id: uuidv7(), title, storyIds: [storyId] })
  await page.goto('/app/storybooks?new')
  const dialog = page.getByRole('dialog', { name: 'New Storybook' })
  await dialog.getByLabel('Title').fill('The whole year')
  await dialog.getByRole('button', { name: 'Add Apples' }).click()
  const lose = await loseAnswer(page, 'storybooks/create')
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  const books = async () => (await person.api.storybooks.list({})).items.length
  await expect.poll(books).toBe(5)
  const isRead = page.waitForEvent('requestfinished', (asked) => asked.url().includes('storybooks/month'))
  lose()
  await isRead
  await twoFrames(page)

  await expect(dialog.getByLabel('Title')).toHaveValue('The whole year')
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The whole year' })).toBeVisible()
  expect(await books()).toBe(5)
})

/** A visitor at a link to the story “It rained all night.”, which asks for its password: wild geese. */
async function followLockedLink(person: Person, browser: Browser): Promise<Page> {
  const storyId = await writeStory(person, 'The harbour', 'It rained all night.')
  const { url } = await person.api.publicLinks.turnOn({ storyId, password: 'wild geese' })
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(url)
  return visitor
}

/** A story of files that contains this one. */
async function storyWith(page: Page, person: Person, name: string, buffer: Buffer): Promise<string> {
  const storyId = await openUpload(page, person)
  const mimeType = name.endsWith('.png') ? 'image/png' : 'video/webm'
  await page.setInputFiles('input[type=file]', { name, mimeType, buffer })
  await expect(uploadRow(page, name)).toContainText('Safe on the server')
  return storyId
}

/** Imitates a relative who records something for the story elsewhere. */
async function recordingArrives(page: Page, server: TestServer, person: Person, storyId: string) {
  const film = await makeFilm(page, 1)
  await recordWhole(asSeenByServer(server, person), new Uint8Array(film), {
    storyId,
    part: 0,
    transcribe: false,
  })
}

/** Changes the account’s date format as from another device; resolves when the page has applied it. */
async function datesFromElsewhere(page: Page, person: Person): Promise<void> {
  await person.api.account.updateProfile({ dateFormat: 'year-first' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kinora.dates'))).toBe('year-first')
  await twoFrames(page)
}

/**
 * Makes a procedure unreachable from now on.
 * @returns a function that gives the number of tries since
 */
async function cannotBeRead(page: Page, procedure: string): Promise<() => number> {
  let count = 0
  await page.route(`**/rpc/${procedure}`, async (route) => {
    await route.abort('connectionreset')
    count += 1
  })
  return () => count
}
