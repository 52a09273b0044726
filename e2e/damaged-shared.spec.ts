import { expect, test } from '@playwright/test'
import { asWorker } from '../server/db/actor.ts'
import { accessibilityFindings } from './accessibility.ts'
import { makeFilm } from './film.ts'
import { signInHere, signUp } from './person.ts'
import { heard, startServerWithDatabase, type TranscriptServer } from './transcripts.ts'

let world: TranscriptServer
test.beforeAll(async () => {
  world = await startServerWithDatabase()
})
test.afterAll(() => world.remove())

test('whom a story is shared with is not told that it is safe while its original is damaged', async ({
  page,
}) => {
  const { origin } = world.server
  const [ana, vera] = [await signUp(origin), await signUp(origin)]
  await page.goto(origin)
  const told = [{ speaker: '1', startMs: 0, text: 'We danced.' }]
  const { storyId } = await heard(world, ana, await makeFilm(page, 2), told)
  const shared = { resourceType: 'story', resourceId: storyId } as const
  await ana.api.sharing.share({ ...shared, email: vera.email, role: 'viewer' })
  const recording = async () => (await ana.api.stories.get({ id: storyId })).recordings[0]
  await expect.poll(async () => (await recording())?.state, { timeout: 60_000 }).toBe('ready')

  await signInHere(page.context(), vera)
  await page.goto(`${origin}/app/stories/${storyId}?tab=recording`)
  await expect(page.getByText('Safe', { exact: false }).first()).toBeVisible()

  const original = (await recording())?.originalMediaId ?? ''
  await asWorker(world.db, ana.id, (tx) =>
    tx
      .insertInto('damaged_media')
      .values({ user_id: ana.id, media_id: original, damage: 'changed' })
      .execute(),
  )
  await page.reload()
  await expect(page.getByText('something in it was not as it was given to us')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download the original' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Safe', { exact: false })).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])

  // Nor does it say so where the file cannot even be played.
  await page.route(/\/media\/files\//, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(page.getByText('This cannot be played just now')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Safe', { exact: false })).toHaveCount(0)
})
