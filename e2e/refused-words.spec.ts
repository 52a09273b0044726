import { expect, type Page } from '@playwright/test'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { expectToServeEverybody } from './serves-everybody.ts'
import { test } from './test-with-database.ts'
import { heard } from './transcripts.ts'

const talks = [{ speaker: '1', startMs: 100, text: 'We came to Lviv.' }]

/** Stores a refused edit as the page does, until the person has seen it. */
const refuse = (page: Page, personId: string, transcriptId: string, typed: string) =>
  page.evaluate(
    ([under, refused]) => localStorage.setItem(under ?? '', refused ?? ''),
    [
      `kinora.transcript.${personId}.${transcriptId}.refused-1`,
      JSON.stringify({ refused: { id: 'refused-1', lineId: null, typed, refusal: 'OVERLAP' } }),
    ],
  )

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}

test('words that were refused are told to whoever logs out, and lead to where they were typed', async ({
  page,
  person,
  world,
}) => {
  const { id, storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await page.goto('/app')
  await refuse(page, person.id, id, 'We came to Kyiv.')

  await logOut(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('not taken: 1 correction of a transcript.')
  await expectToServeEverybody(page)
  await question.getByRole('button', { name: 'Read what was not taken' }).click()
  const words = page.getByRole('dialog', { name: 'What you typed and was not taken' })
  await expect(words).toContainText('We came to Kyiv.')
  await expect(words.getByRole('button', { name: 'Let it go' })).toHaveCount(0)
  await words.getByRole('link', { name: 'Open its story' }).click()
  await expect(page).toHaveURL(new RegExp(`/app/stories/${storyId}`))
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(page.getByText('We came to Kyiv.')).toBeVisible()
})

test('words that were refused by a transcript that is gone are read, copied and let go', async ({
  page,
  context,
  person,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await page.goto('/app')
  await refuse(page, person.id, id, 'We came to Kyiv.')
  await person.api.stories.delete({ id: storyId })

  await logOut(page)
  await page.getByRole('button', { name: 'Read what was not taken' }).click()
  const words = page.getByRole('dialog', { name: 'What you typed and was not taken' })
  await expect(words).toContainText('Its transcript is gone.')
  await expectToServeEverybody(page)
  await words.getByRole('button', { name: 'Copy what I typed' }).click()
  await expect(words.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('We came to Kyiv.')

  await words.getByRole('button', { name: 'Let it go' }).click()
  await words.getByRole('button', { name: 'Undo' }).click()
  await expect(words).toContainText('We came to Kyiv.')
  await words.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Read what was not taken' }).click()
  await words.getByRole('button', { name: 'Let it go' }).click()
  await expect(words).toContainText('These words go when you close this.')
  await words.getByRole('button', { name: 'Done' }).click()
  await expect(words).toHaveCount(0)
  await logOut(page)
  await expect(page).toHaveURL(/\/login/)
})
