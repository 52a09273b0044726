import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { recordWhole } from '../server/testing/recorder.ts'
import { makeFilm } from './film.ts'
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
