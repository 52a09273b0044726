import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { makeFilm } from './film.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'

test('an address that no longer works is renewed, and the film goes on where it was', async ({
  page,
  person,
}) => {
  const id = await storyWithFilm(page, person)
  await page.goto(`/app/stories/${id}`)
  await playAt(page, 1)
  const requests = countRequests(page, 'media/address')
  // What the element says when its address stops working under it.
  await page.locator('video').evaluate((element) => element.dispatchEvent(new Event('error')))

  await expect.poll(() => requests.count).toBeGreaterThan(0)
  await expect.poll(() => placeOf(page)).toBe(1)
})

test('a film whose first answer is a refusal asks again by itself', async ({ page, person }) => {
  const id = await storyWithFilm(page, person)
  let refused = 0
  await page.route(/\/media\/files\//, (route) => {
    refused += 1
    return refused === 1 ? route.fulfill({ status: 403 }) : route.continue()
  })
  await page.goto(`/app/stories/${id}`)
  await playAt(page, 1)
  expect(refused).toBeGreaterThan(1)
})

async function storyWithFilm(page: Page, person: Person): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-play-'))
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'The harbour dance', method: 'upload' })
  await page.goto(`/app/stories/${id}/upload`)
  const path = join(folder, 'dance.webm')
  await writeFile(path, await makeFilm(page, 3))
  await page.setInputFiles('input[type=file]', path)
  await expect(page.getByText('Safe on the server')).toBeVisible()
  // A film that nobody has begun to watch gives way to its copy; here it is the same one throughout.
  const copy = async () => (await person.api.stories.get({ id })).files[0]?.playbackMediaId ?? null
  await expect.poll(copy, { timeout: 60_000 }).not.toBeNull()
  await rm(folder, { recursive: true })
  return id
}

function countRequests(page: Page, part: string): { count: number } {
  const seen = { count: 0 }
  page.on('request', (request) => {
    if (request.url().includes(part)) seen.count += 1
  })
  return seen
}

/** Where the film stands, once it can be seen; -1 before. */
const placeOf = (page: Page) =>
  page
    .locator('video')
    .evaluate((element: HTMLVideoElement) => (element.readyState >= 2 ? Math.floor(element.currentTime) : -1))

async function playAt(page: Page, second: number): Promise<void> {
  // Whoever presses Play sees a film before; an element between two addresses has none to play.
  const readiness = () => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState)
  await expect.poll(readiness).toBeGreaterThan(0)
  await page.locator('video').evaluate(async (element: HTMLVideoElement, at) => {
    element.muted = true
    await element.play()
    element.currentTime = at
    await new Promise((seeked) => element.addEventListener('seeked', seeked, { once: true }))
    element.pause()
  }, second)
}
