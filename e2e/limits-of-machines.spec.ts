import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { recordWhole } from '../server/testing/recorder.ts'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { spokenFilm } from './spoken-film.ts'
import { test as withDatabase } from './test-with-database.ts'
import { standInForTextModel } from './text-model.ts'
import { asSeenByServer, heard } from './transcripts.ts'

const engine = join(import.meta.dirname, '../server/testing/speech-command.ts')
const journal = join(tmpdir(), `kinora-e2e-limits-${process.pid}.jsonl`)

/** The chapter that the model writes. */
const chapter = {
  paragraphs: [{ sentences: [{ text: 'Oksana milked the goats.', from: [0] }] }],
}

const test = withDatabase.extend({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the wanted fixtures from here
    async ({}, use) => {
      const model = await standInForTextModel(() => chapter)
      await use({
        SPEECH_ENGINE: 'command',
        SPEECH_COMMAND: JSON.stringify([process.execPath, engine, journal, '10']),
        AI_URL: model.url,
        AI_KEY: 'sk',
        AI_MODEL: 'stand-in',
      })
      model.close()
    },
    { scope: 'worker' },
  ],
})

test('hours of listening that end while somebody waits are told in the dialog of the plan, and once', async ({
  page,
  person,
  world,
}) => {
  await world.asOwner(
    `update usage_tracking set ai_analysis_hours_used = 0.99999,
       ai_hours_month = date_trunc('month', now() at time zone 'utc') where user_id = $1`,
    [person.id],
  )
  await page.goto('/app')
  const storyId = uuidv7()
  await recordWhole(asSeenByServer(world.server, person), await spokenFilm(page), {
    storyId,
    kind: 'audio',
    mimeType: 'audio/webm;codecs=opus',
    transcribe: false,
  })
  await page.goto(`/app/stories/${storyId}?tab=transcript`)
  await page.getByRole('button', { name: 'Transcribe it' }).click()

  const limit = page.getByRole('dialog', { name: 'AI Hours Limit Reached' })
  await expect(limit).toContainText('The hours of listening in this plan are used up for this month.', {
    timeout: 30_000,
  })
  await expect(limit).toContainText('The recording itself is safe.')
  await expect(limit).toContainText('Advanced transcription: 20 hours per month (vs 1)')
  await limit.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(page.getByRole('heading', { name: 'This could not be transcribed' })).toBeVisible()

  // After a reload the dialog does not open by itself, but can be opened.
  await page.reload()
  await page.getByRole('button', { name: 'What you can do' }).click()
  await leadsToThePlan(page, 'AI Hours Limit Reached')
})

test('a chapter that the plan has no more of this month is told in the same dialog', async ({
  page,
  person,
  world,
}) => {
  const talks = [{ speaker: '1', startMs: 100, text: 'Oksana milked the goats.' }]
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'The farm', storyIds: [storyId] })
  await world.asOwner(
    `insert into month_uses (user_id, month, kind, subject_id, amount)
     select $1, date_trunc('month', now() at time zone 'utc'), 'chapter', gen_random_uuid(), 1
     from generate_series(1, 20)`,
    [person.id],
  )
  await page.goto(`/app/storybooks/${book.id}`)
  await page.getByRole('button', { name: 'Chapters', exact: true }).click()
  await page.getByRole('button', { name: 'Write chapters from the recordings' }).click()
  await expect(page.getByRole('dialog', { name: 'AI Limit Reached' })).toContainText(
    'Your plan has no more chapters and pictures by a machine this month.',
  )
  await leadsToThePlan(page, 'AI Limit Reached')
})

async function leadsToThePlan(page: Page, title: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).getByRole('link', { name: 'Upgrade Now' }).click()
  await expect(page.getByRole('button', { name: 'Upgrade to Family Plan' })).toBeVisible()
}
