import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { uploadRow } from './open-upload.ts'
import type { Person } from './person.ts'
import { onePoint, storyOfPhotographs } from './photographs.ts'
import { test } from './test-with-database.ts'
import { heard } from './transcripts.ts'
import { writeStory } from './write-story.ts'

const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem')
const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem')

async function journalOf(person: Person, count: number): Promise<string> {
  const storyId = await writeStory(person, 'The diary')
  for (let day = 1; day <= count; day += 1) {
    await person.api.stories.putNote({ storyId, id: newId(), text: `Day ${day}.`, timestamp: '00:00' })
  }
  return storyId
}

test('of two hundred photographs sixty are drawn and ask for their address, and more as somebody asks', async ({
  page,
  world,
  person,
}) => {
  const storyId = await storyOfPhotographs(world, person, 200)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/media/address')) asked += 1
  })
  await page.goto(`/app/stories/${storyId}`)
  await expect(page.getByRole('heading', { name: '200 files' })).toBeVisible()
  await expect(files(page)).toHaveCount(60)
  await expect(files(page).last().locator('img')).toBeAttached()
  // Each of them twice, in case the page reads anew because of changes just before it was opened.
  expect(asked).toBeLessThanOrEqual(120)

  const more = page.getByRole('button', { name: 'Show more' })
  await expect(more).toHaveText('Show more (140)')
  await more.click()
  await expect(files(page)).toHaveCount(120)
  await more.click()
  await expect(files(page)).toHaveCount(200)
  await expect(more).toBeHidden()
})

test('the large view goes on past the photographs that are drawn', async ({ page, world, person }) => {
  const storyId = await storyOfPhotographs(world, person, 70)
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Show photo 60.png', exact: true }).click()
  const large = page.getByRole('dialog')
  await expect(large).toContainText('60 of 70')
  await large.getByRole('button', { name: 'Next' }).click()
  await expect(large).toContainText('photo 61.png')
  await expect(large).toContainText('61 of 70')
})

test('the last photograph that is drawn can be moved on with the keys, and is still held', async ({
  page,
  world,
  person,
}) => {
  const storyId = await storyOfPhotographs(world, person, 70)
  await page.goto(`/app/stories/${storyId}`)
  const grip = page.getByRole('button', { name: 'Move photo 60.png' })
  await grip.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('photo 60.png: place 61 of 70')).toBeAttached()
  await expect(grip).toBeFocused()
  const names = async () => (await person.api.stories.get({ id: storyId })).files.map((file) => file.fileName)
  await expect
    .poll(async () => (await names()).slice(58, 62))
    .toEqual([59, 61, 60, 62].map((n) => `photo ${n}.png`))
})

test('in a long journal the newest entries stand beside what is written, and earlier ones come when asked for', async ({
  page,
  person,
}) => {
  const storyId = await journalOf(person, 70)
  await page.goto(`/app/stories/${storyId}/journal`)
  await expect(entries(page)).toHaveCount(60)
  await expect(entries(page).first()).toContainText('Day 11.')
  await expect(entries(page).last()).toContainText('Day 70.')

  await test.step('what is reworded stays while others are added', async () => {
    await entries(page).first().getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Edit entry').fill('Day 11, when it snowed.')
    await page.getByLabel('Your next entry').fill('Day 71.')
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await expect(entries(page)).toHaveCount(61)
    await expect(page.getByLabel('Edit entry')).toHaveValue('Day 11, when it snowed.')
  })

  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  await expect(entries(page)).toHaveCount(71)
  await expect(entries(page).first()).toContainText('Day 1.')
  await expect(page.getByLabel('Edit entry')).toHaveValue('Day 11, when it snowed.')
})

test('a long journal stands on paper whole', async ({ page, person }) => {
  const storyId = await journalOf(person, 70)
  await page.goto(`/app/stories/${storyId}`)
  await expect(page.getByText('Day 60.')).toBeVisible()
  await expect(page.getByText('Day 61.')).toBeHidden()
  const printed = await page.evaluateHandle(() => {
    const sheet = { text: '' }
    window.addEventListener('beforeprint', () => Object.assign(sheet, { text: document.body.innerText }), {
      once: true,
    })
    return sheet
  })
  await page.pdf()
  expect((await printed.jsonValue()).text.match(/Day \d+\./g)).toHaveLength(70)
  await expect(page.getByText('Day 61.')).toBeHidden()
})

test('a file that was just added to a long story is in sight, whatever stands before it', async ({
  page,
  world,
  person,
}) => {
  const storyId = await storyOfPhotographs(world, person, 70)
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('link', { name: 'Add files' }).click()
  await page.setInputFiles('input[type=file]', {
    name: 'the harbour.png',
    mimeType: 'image/png',
    buffer: onePoint,
  })
  await expect(uploadRow(page, 'the harbour.png')).toContainText('Safe on the server')

  await page.getByRole('link', { name: 'View Story' }).click()
  await expect(page.getByRole('heading', { name: '71 files' })).toBeVisible()
  await expect(files(page)).toHaveCount(61)
  await expect(files(page).last()).toContainText('the harbour.png')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveText('Show more (10)')

  await test.step('moved with the keys it is held among those it comes between', async () => {
    const grip = page.getByRole('button', { name: 'Move the harbour.png' })
    await grip.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('the harbour.png: place 70 of 71')).toBeAttached()
    await expect(grip).toBeFocused()
    await expect(files(page)).toHaveCount(71)
    await expect(files(page).last()).toContainText('photo 70.png')
  })

  await page.goto(`/app/stories/${storyId}/upload`)
  await page.getByRole('link', { name: 'Back to the story' }).click()
  await expect(files(page)).toHaveCount(60)
})

test('of seventy things that may be wrong in a transcript sixty are drawn, and all are made with one press', async ({
  page,
  world,
  person,
}) => {
  const talks = Array.from({ length: 70 }, (_, at) => ({
    speaker: '1',
    startMs: at * 1_000,
    text: `She gave me a apple in year ${1900 + at}.`,
  }))
  const { id, storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await person.api.suggestions.look({ id })
  // The rules for English are loaded for the first time, which takes a while on a busy machine.
  await expect
    .poll(async () => (await person.api.suggestions.list({ id })).items.length, { timeout: 60_000 })
    .toBe(70)
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Recording' }).click()
  await page.getByRole('button', { name: 'AI Suggested Changes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(60)

  await test.step('one that is no mistake lets the next one up', async () => {
    await dialog.getByRole('button', { name: 'Not a mistake' }).first().click()
    await expect(dialog.getByRole('button', { name: 'Show more' })).toHaveText('Show more (9)')
    await expect(dialog.getByRole('listitem')).toHaveCount(60)
  })

  await dialog.getByRole('button', { name: 'Make 69 changes' }).click()
  await expect(dialog.getByText('69 changes made in the transcript.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
})
