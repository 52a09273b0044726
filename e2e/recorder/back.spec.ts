import { expect } from '@playwright/test'
import { spooledNow } from './profile.ts'
import { endSession, keptMs, openStudio, record, recordedFor, test } from './studio.ts'

test('Back in the middle of a telling asks first, and the telling goes on meanwhile', async ({
  page,
  person,
}) => {
  await openStudio(page, 'Back in the middle')
  await record(page)
  await recordedFor(page, 2)

  const question = page.getByRole('alertdialog', { name: 'End Recording Session?' })
  await page.goBack()
  await expect(question).toBeVisible()
  const asked = await keptMs(page)
  await expect.poll(() => keptMs(page)).toBeGreaterThan(asked + 1_000)
  await page.getByRole('button', { name: 'Go on with the session' }).click()
  await expect(question).toBeHidden()

  await page.goBack()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await recordedFor(page, 5)
  await endSession(page)

  const told = async () => (await person.api.stories.list({})).items[0]?.duration
  await expect.poll(told).toBeGreaterThanOrEqual(5)
})

test('Back while a voice alone is recorded asks first, too, and what was told is kept', async ({
  page,
  person,
}) => {
  await page.goto('/app/labs')
  await page.getByRole('link', { name: /Try It Out.*Voice Recording/ }).click()
  await page.getByRole('button', { name: 'Speak now' }).click()
  await recordedFor(page, 2)
  await page.goBack()
  await page.getByRole('alertdialog', { name: 'End Recording Session?' }).waitFor()
  await page.getByRole('button', { name: 'End Session' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. Your story is kept.' })).toBeVisible()
  const told = async () => (await person.api.stories.list({})).items[0]?.duration
  await expect.poll(told).toBeGreaterThanOrEqual(2)
})

test('Back from the recap goes on with the story, as a further part of it', async ({ page, person }) => {
  await openStudio(page, 'Ended too soon')
  await record(page)
  await recordedFor(page, 1)
  await endSession(page)
  // Nothing on this device says any longer that the story has a recording.
  await expect.poll(async () => (await spooledNow(page)).length).toBe(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await recordedFor(page, 1)
  await endSession(page)

  const [story] = (await person.api.stories.list({})).items
  const parts = async () =>
    (await person.api.stories.get({ id: story?.id ?? '' })).recordings.map(({ part }) => part)
  await expect.poll(parts).toEqual([0, 1])
})
