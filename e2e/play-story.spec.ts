import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { recordedMp4 } from '../server/testing/mp4-films.ts'
import { makeFilm } from './film.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'
import { test } from './test.ts'
import { tellStory } from './told-story.ts'
import { twoFrames } from './two-frames.ts'
import { unheardServer } from './unheard-server.ts'

test('an address that no longer works is renewed, and the film goes on where it was', async ({
  page,
  person,
}) => {
  await page.goto('/app')
  const id = await storyWithFilm(page, person, 'dance.webm', await makeFilm(page, 3))
  await page.goto(`/app/stories/${id}`)
  await playAt(page, 1)
  const requests = countRequests(page, 'media/address')
  // The event that the element fires when its address expires while it plays.
  await page.locator('video').evaluate((element) => element.dispatchEvent(new Event('error')))

  await expect.poll(() => requests.count).toBeGreaterThan(0)
  await expect.poll(() => placeOf(page)).toBe(1)
})

test('a film whose first answer is a refusal asks again by itself', async ({ page, person }) => {
  await page.goto('/app')
  const id = await storyWithFilm(page, person, 'dance.webm', await makeFilm(page, 3))
  let refused = 0
  await page.route(/\/media\/files\//, (route) => {
    refused += 1
    return refused === 1 ? route.fulfill({ status: 403 }) : route.continue()
  })
  await page.goto(`/app/stories/${id}`)
  await playAt(page, 1)
  expect(refused).toBeGreaterThan(1)
})

for (const { where, open } of [
  { where: 'in its story', open: async () => undefined },
  {
    where: 'in the large view',
    open: async (page: Page) => {
      await page.getByRole('tab', { name: 'Summary' }).click()
      await page.getByRole('button', { name: 'Show dance.webm' }).click()
    },
  },
]) {
  test(`a film that is watched ${where} is not begun anew by a further address of it`, async ({
    page,
    person,
  }) => {
    await page.goto('/app')
    const id = await storyWithFilm(page, person, 'dance.webm', await makeFilm(page, 3))
    const giveAnother = await anotherAddressLater(page)
    const hearOfServer = await unheardServer(page, person)
    await page.goto(`/app/stories/${id}`)
    await open(page)
    await playAt(page, 1)

    giveAnother()
    const isRead = page.waitForEvent('requestfinished', (asked) => asked.url().includes('media/address'))
    await hearOfServer()
    await isRead
    await twoFrames(page)
    expect(await shownAddress(page)).not.toContain('#')
    expect(await placeOf(page)).toBe(1)
  })
}

test('a film that could not be had for a while is there again once the server is heard of, where it was', async ({
  page,
  person,
}) => {
  await page.goto('/app')
  const id = await storyWithFilm(page, person, 'dance.webm', await makeFilm(page, 3))
  const hearOfServer = await unheardServer(page, person)
  await page.goto(`/app/stories/${id}`)
  await playAt(page, 1)
  await page.route(/\/media\/files\//, (route) => route.abort())
  await page.locator('video').evaluate((element) => element.dispatchEvent(new Event('error')))
  await expect(page.getByText('This cannot be played just now')).toBeVisible()

  await page.unroute(/\/media\/files\//)
  await hearOfServer()
  await expect.poll(() => placeOf(page)).toBe(1)
})

test('a film that a browser recorded as MP4 is played and sought in its copy, whose index stands in front', async ({
  page,
  person,
}) => {
  const recorded = await recordedMp4()
  expect(recorded.indexOf('moof')).toBeGreaterThan(0)
  const id = await storyWithFilm(page, person, 'dance.mp4', recorded)
  await page.goto(`/app/stories/${id}`)

  const whole = await page.request.get((await shownAddress(page)) ?? '')
  const bytes = await whole.body()
  expect(bytes.indexOf('moov')).toBeGreaterThan(0)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  expect(bytes.indexOf('moof')).toBe(-1)
  for (const second of [3, 1, 2]) {
    await playAt(page, second)
    await expect.poll(() => placeOf(page)).toBe(second)
  }
  const length = await page.locator('video').evaluate((element: HTMLVideoElement) => element.duration)
  expect(length).toBeCloseTo(4, 1)
})

test('who comments on a moment of an added film writes about the whole story, for only recordings have moments', async ({
  page,
  person,
  server,
}) => {
  const { storyId, recordingId } = await toldAndFilmed(page, person, server)
  const film = page.getByRole('button', { name: /^dance\.webm/ })
  const commentHere = page.getByRole('button', { name: 'Comment on this moment' })
  const box = page.getByLabel('Add a comment')
  await film.click()
  await expect(filmOf(page)).toHaveAccessibleName('dance.webm')
  await playAt(page, 1)
  await commentHere.click()
  await expect(box).toBeFocused()
  await page.keyboard.type('That is the harbour.')
  await page.keyboard.press('Control+Enter')
  await expect(box).toHaveValue('')

  // The player begins anew with the first part, the recording.
  await page.getByRole('tab', { name: 'Recording' }).click()
  await commentHere.click()
  await expect(page.getByText('At 0:00')).toBeVisible()
  await expect(box).toBeFocused()
  await page.keyboard.type('She tells it well.')
  await page.keyboard.press('Control+Enter')
  await expect(box).toHaveValue('')
  expect((await person.api.comments.list({ storyId })).items).toMatchObject([
    { text: 'She tells it well.', moment: { recordingId, atMs: 0 } },
    { text: 'That is the harbour.', moment: null },
  ])
})

test('the row of a part that stands still already plays it, from its beginning where it has ended', async ({
  page,
  person,
  server,
}) => {
  await toldAndFilmed(page, person, server)
  const row = page.getByRole('button', { name: /^dance\.webm/ })
  await playBy(row)
  await filmOf(page).evaluate((element: HTMLVideoElement) => element.pause())
  await playBy(row)

  await expect
    .poll(() => filmOf(page).evaluate((element: HTMLVideoElement) => element.ended), { timeout: 30_000 })
    .toBe(true)
  await playBy(row)
})

test('the pace and the loudness that somebody chose hold for the next part, and when they come back to it', async ({
  page,
  person,
  server,
}) => {
  await toldAndFilmed(page, person, server)
  const heardAs = () =>
    filmOf(page).evaluate(({ playbackRate, volume }: HTMLVideoElement) => ({ playbackRate, volume }))
  await expect(filmOf(page)).toBeVisible()
  await filmOf(page).evaluate(async (element: HTMLVideoElement) => {
    const isKept = new Promise((resolve) => element.addEventListener('ratechange', resolve, { once: true }))
    element.volume = 0.5
    element.playbackRate = 0.75
    await isKept
  })

  await playBy(page.getByRole('button', { name: /^dance\.webm/ }))
  expect(await heardAs()).toEqual({ playbackRate: 0.75, volume: 0.5 })
  await page.getByRole('tab', { name: 'Summary' }).click()
  await page.getByRole('tab', { name: 'Recording' }).click()
  await expect(filmOf(page)).toBeVisible()
  expect(await heardAs()).toEqual({ playbackRate: 0.75, volume: 0.5 })
})

/** The page of a story with a recording of three seconds and an added film as long. */
async function toldAndFilmed(page: Page, person: Person, { origin }: TestServer) {
  const told = await tellStory(page, origin, person)
  await page.goto(`/app/stories/${told.storyId}/upload`)
  const buffer = await makeFilm(page, 3)
  await page.setInputFiles('input[type=file]', { name: 'dance.webm', mimeType: 'video/webm', buffer })
  await expect(page.getByText('Safe on the server')).toBeVisible()
  await page.addInitScript(countPlaying)
  await page.goto(`/app/stories/${told.storyId}`)
  return told
}

/** Presses a row and waits until the film has played since: on a machine that stands still for seconds it may be over by then. */
async function playBy(row: Locator): Promise<void> {
  const timesPlayed = () => row.page().evaluate(() => Number(document.documentElement.dataset.played ?? 0))
  const before = await timesPlayed()
  await row.click()
  await expect.poll(timesPlayed).toBeGreaterThan(before)
}

/** Runs in the page: counts how often its film was found playing, which browsers tell some times a second. */
function countPlaying(): void {
  let played = 0
  const count = ({ target: film }: Event) => {
    const isLast = film instanceof HTMLVideoElement && film === [...document.querySelectorAll('video')].at(-1)
    if (!isLast || film.paused || film.currentTime === 0) return
    played += 1
    document.documentElement.dataset.played = String(played)
  }
  addEventListener('timeupdate', count, { capture: true })
}

async function storyWithFilm(page: Page, person: Person, name: string, film: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-play-'))
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'The harbour dance', method: 'upload' })
  await page.goto(`/app/stories/${id}/upload`)
  const path = join(folder, name)
  await writeFile(path, film)
  await page.setInputFiles('input[type=file]', path)
  await expect(page.getByText('Safe on the server')).toBeVisible()
  // Waits for the playback copy, because an unplayed film is replaced by its copy; in this test, the file must stay the same.
  const copy = async () => (await person.api.stories.get({ id })).files[0]?.playbackMediaId ?? null
  await expect.poll(copy, { timeout: 60_000 }).not.toBeNull()
  await rm(folder, { recursive: true })
  return id
}

/** The topmost film, if there are several on the screen. */
const filmOf = (page: Page) => page.locator('video').last()

/** Makes later requests return another address of the same file, as happens every half hour. */
async function anotherAddressLater(page: Page): Promise<() => void> {
  let isLater = false
  await page.route('**/rpc/media/address', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    if (isLater) answer.json.url += '#another'
    await route.fulfill({ response, json: answer })
  })
  return () => {
    isLater = true
  }
}

/** The address from which the player loads the film, once it has one. */
async function shownAddress(page: Page): Promise<string | null> {
  const address = () => filmOf(page).evaluate((element: HTMLVideoElement) => element.currentSrc)
  await expect.poll(address).not.toBe('')
  return address()
}

function countRequests(page: Page, part: string): { count: number } {
  const seen = { count: 0 }
  page.on('request', (request) => {
    if (request.url().includes(part)) seen.count += 1
  })
  return seen
}

/** The second at which the film stands, once it can be seen; -1 before. */
const placeOf = (page: Page) =>
  filmOf(page).evaluate((element: HTMLVideoElement) =>
    element.readyState >= 2 ? Math.floor(element.currentTime) : -1,
  )

async function playAt(page: Page, second: number): Promise<void> {
  // Waits until there is a film to play, which there is not while the element changes its address.
  const readiness = () => filmOf(page).evaluate((element: HTMLVideoElement) => element.readyState)
  await expect.poll(readiness).toBeGreaterThan(0)
  await filmOf(page).evaluate(async (element: HTMLVideoElement, at) => {
    element.muted = true
    await element.play()
    element.pause()
    element.currentTime = at
    await new Promise((seeked) => element.addEventListener('seeked', seeked, { once: true }))
  }, second)
}
