import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { recordWhole } from '../server/testing/recorder.ts'
import { makeFilm } from './film.ts'
import { holdAnswer } from './hold-answer.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'
import { test } from './test.ts'
import { asSeenByServer } from './transcripts.ts'
import { twoFrames } from './two-frames.ts'

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
  await page.goto(`/app/stories/${storyId}`)
  const film = page.locator('main video')
  await expect(film).toHaveAccessibleName('dance.webm')
  await film.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    element.currentTime = 1
    await new Promise((seeked) => element.addEventListener('seeked', seeked, { once: true }))
    element.pause()
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

/** A story of files with this one in it. */
async function storyWith(page: Page, person: Person, name: string, buffer: Buffer): Promise<string> {
  const storyId = await openUpload(page, person)
  const mimeType = name.endsWith('.png') ? 'image/png' : 'video/webm'
  await page.setInputFiles('input[type=file]', { name, mimeType, buffer })
  await expect(uploadRow(page, name)).toContainText('Safe on the server')
  return storyId
}

/** A relative has told something for the story, far away. */
async function recordingArrives(page: Page, server: TestServer, person: Person, storyId: string) {
  const film = await makeFilm(page, 1)
  await recordWhole(asSeenByServer(server, person), new Uint8Array(film), {
    storyId,
    part: 0,
    transcribe: false,
  })
}

/** The account’s dates are written otherwise from now on, as said on another device; resolves when the page does so. */
async function datesFromElsewhere(page: Page, person: Person): Promise<void> {
  await person.api.account.updateProfile({ dateFormat: 'year-first' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kinora.dates'))).toBe('year-first')
  await twoFrames(page)
}
