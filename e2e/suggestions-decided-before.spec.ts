import { expect } from '@playwright/test'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { test } from './test-with-database.ts'
import { heard } from './transcripts.ts'

test('whoever makes changes that fit no longer, as somebody has just made them, is told that nothing was changed', async ({
  page,
  world,
  person,
}) => {
  const talks = [{ speaker: '1', startMs: 100, text: 'She gave me a apple.' }]
  const { id, storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await person.api.suggestions.look({ id })
  // The rules for English are loaded for the first time, which takes a while on a busy machine.
  const found = async () => (await person.api.suggestions.list({ id })).items.map((one) => one.id)
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBe(1)
  const ids = await found()
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'AI Suggested Changes' }).click()
  const dialog = page.getByRole('dialog')
  const make = dialog.getByRole('button', { name: 'Make 1 change' })
  await expect(make).toBeEnabled()
  await page.route('**/rpc/suggestions/approve', async (route) => {
    await person.api.suggestions.approve({ id, ids })
    await route.continue()
  })

  await make.click()

  await expect(dialog.getByText('Nothing was changed: none of it fitted any more.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})
