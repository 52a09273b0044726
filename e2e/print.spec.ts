import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { addRelative } from './add-relative.ts'
import { appCode } from './authenticator.ts'
import { test } from './test-with-database.ts'
import { heard } from './transcripts.ts'
import { writeStory } from './write-story.ts'

/**
 * What is printed: the page is rendered for print and inspected at the moment at which the browser captures it, after its
 * `beforeprint` event.
 */
async function onPaper(page: Page): Promise<{ text: string; overlaps: string[]; sheets: number }> {
  await page.emulateMedia({ media: 'print' })
  const seen = await page.evaluateHandle(() => {
    const sheet = { text: '', overlaps: [] as string[] }
    const look = () => {
      const boxes = [...document.querySelectorAll('[data-line]')].map((line) => line.getBoundingClientRect())
      sheet.text = document.body.innerText
      sheet.overlaps = boxes.flatMap((box, index) => {
        const before = boxes[index - 1]
        return before && box.top < before.bottom - 1 ? [`line ${index + 1} lies on the one before`] : []
      })
    }
    window.addEventListener('beforeprint', look, { once: true })
    return sheet
  })
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  await page.emulateMedia({ media: null })
  return { ...(await seen.jsonValue()), sheets: printed.match(/\/Type \/Page\b/g)?.length ?? 0 }
}

const inkOf = (words: Locator) => words.evaluate((element) => getComputedStyle(element).color)

test('an interview is printed whole, however long, without what leads elsewhere or is pressed', async ({
  page,
  world,
  person,
}) => {
  const talks = Array.from({ length: 60 }, (_, index) => ({
    speaker: String(1 + (index % 2)),
    startMs: index * 4_000,
    text: `Evening ${index + 1}, when the lamp was lit and everybody had sat down at last.`,
  }))
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await page.goto(`/app/stories/${storyId}?tab=transcript`)
  await expect(page.locator('[data-line]').first()).toBeVisible()
  expect(await page.locator('[data-line]').count()).toBeLessThan(60)

  const { text, overlaps } = await onPaper(page)
  expect(text.match(/Evening \d+,/g)).toEqual(talks.map((_, index) => `Evening ${index + 1},`))
  expect(overlaps).toEqual([])
  for (const word of ['Download', 'Prompts', 'Share', 'Comments']) expect(text).not.toContain(word)
  expect(await page.locator('[data-line]').count()).toBeLessThan(60)
})

test('a story is printed as it reads', async ({ page, person }) => {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'Bread', method: 'journal' })
  await person.api.stories.putNote({
    storyId: id,
    id: uuidv7(),
    text: 'Every Saturday, before anybody was awake.',
    timestamp: '00:00',
  })
  await page.goto(`/app/stories/${id}`)
  await expect(page.getByText('Every Saturday')).toBeVisible()
  const { text } = await onPaper(page)
  expect(text).toContain('Every Saturday, before anybody was awake.')
  for (const word of ['Edit', 'Delete', 'Prompts', 'Skip to the page', 'Summary'])
    expect(text).not.toContain(word)
})

test('what is read at night in light letters is printed in dark ones, a book, too', async ({
  page,
  person,
}) => {
  const id = await writeStory(person, 'Bread', 'Every Saturday, before anybody was awake.')
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [id] })
  await page.addInitScript(() => window.localStorage.setItem('kinora.theme', 'dark'))
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const address of [`/app/stories/${id}`, `/app/storybooks/${book.id}?page=4`]) {
    await page.goto(address)
    const words = page.getByText('Every Saturday')
    await expect(words).toBeVisible()
    expect(await inkOf(words)).not.toBe('rgb(29, 29, 29)')
    await page.emulateMedia({ media: 'print' })
    expect(await inkOf(words)).toBe('rgb(29, 29, 29)')
    await page.emulateMedia({ media: null })
  }
})

test('no sheet of paper stays empty: behind a film, before a long entry, or behind a page of a book', async ({
  page,
  world,
  person,
}) => {
  const talks = [{ speaker: '1', startMs: 0, text: 'We danced.' }]
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await page.goto(`/app/stories/${storyId}?tab=recording`)
  await expect(page.locator('video')).toBeVisible()
  expect((await onPaper(page)).sheets).toBe(1)

  const long = await writeStory(person, 'The diary', 'We were snowed in for a week. '.repeat(100))
  await page.goto(`/app/stories/${long}`)
  await expect(page.getByText('We were snowed in')).toBeVisible()
  expect((await onPaper(page)).sheets).toBe(2)

  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [long] })
  await page.goto(`/app/storybooks/${book.id}`)
  await expect(page.getByRole('article', { name: 'Cover' })).toBeVisible()
  const { text, sheets } = await onPaper(page)
  expect(sheets).toBe(1)
  expect(text).toContain('the whole book, to be printed')
  expect(text).not.toContain('Word for word')
})

test('recovery codes are printed alone, and once', async ({ page, person: _ }) => {
  await page.goto('/app/settings')
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await page.getByTestId('app-secret').innerText()
  await page.getByLabel('Six-digit code').pressSequentially(appCode(secret))
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const { text, sheets } = await onPaper(page)
  for (const code of await codes.allTextContents()) expect(text).toContain(code)
  expect(text).not.toContain('Signed-in devices')
  expect(sheets).toBe(1)
})

test('all years of the timeline are printed, however closely they were looked at', async ({
  page,
  person,
}) => {
  const id = await writeStory(person, 'Bread', 'Every Saturday, before anybody was awake.')
  await person.api.stories.update({ id, date: '1951' })
  await page.goto('/app/labs/timeline')
  const years = page.getByRole('group', { name: 'Years, stories and lives' })
  await expect(years.getByRole('link', { name: 'Bread' })).toBeVisible()
  await page.getByRole('button', { name: 'Look closer' }).click()
  const line = years.locator('> *')
  const widthNow = () => line.evaluate((element) => element.getBoundingClientRect().width)
  await expect.poll(widthNow).toBeGreaterThan(1_000)

  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const [group] = document.querySelectorAll('[role="group"][aria-label^="Years"] > *')
      document.body.dataset.printed = `${group?.getBoundingClientRect().width}`
    })
  })
  await page.pdf({ format: 'A4' })
  const printed = Number(await page.locator('body').getAttribute('data-printed'))
  expect(printed).toBeGreaterThan(0)
  // What lies between the usual margins of a sheet of A4.
  expect(printed).toBeLessThanOrEqual(718)
  await expect.poll(widthNow).toBeGreaterThan(1_000)
})

test('of the family tree stands on paper what was in sight, and where the whole of it is printed', async ({
  page,
  person,
}) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova' })
  await addRelative(person, 'Boris', 'Grandparent')
  await page.goto('/app/family')
  await expect(page.getByRole('region', { name: 'Family tree' })).toContainText('Boris')
  const { text } = await onPaper(page)
  expect(text).toContain('“Print a poster (PDF)” has the whole tree.')
})
