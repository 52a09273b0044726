import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { chunkPath } from '#contract/paths.ts'
import { contentDigestOf, sha256Of } from '../server/sha256.ts'
import { makeFilm } from './film.ts'
import type { Person } from './person.ts'

/** A story with a film of some seconds, recorded as a device does, and ready to be watched. */
export async function tellStory(
  page: Page,
  origin: string,
  person: Person,
  { title = 'The harbour dance', seconds = 3 } = {},
): Promise<{ storyId: string; recordingId: string }> {
  await page.goto('/login')
  const film = await makeFilm(page, seconds)
  const [storyId, recordingId] = [uuidv7(), uuidv7()]
  await person.api.recordings.start({
    id: recordingId,
    story: { id: storyId, title, speakers: ['Grandmother'], description: 'Told in the kitchen.' },
    part: 0,
    kind: 'video',
    mimeType: 'video/webm',
    quality: 'low',
    startedAt: new Date().toISOString(),
  })
  const answer = await fetch(`${origin}${chunkPath(recordingId, 0)}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-digest': contentDigestOf(film),
    },
    body: new Uint8Array(film),
  })
  expect(answer.status).toBe(200)
  await person.api.recordings.complete({
    id: recordingId,
    chunkCount: 1,
    sizeBytes: film.length,
    sha256: sha256Of(film),
    durationMs: seconds * 1_000,
  })
  await expect
    .poll(async () => (await person.api.recordings.status({ id: recordingId })).state, { timeout: 30_000 })
    .toBe('ready')
  return { storyId, recordingId }
}
