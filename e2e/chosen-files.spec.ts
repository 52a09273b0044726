import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { accessibilityFindings } from './accessibility.ts'
import { makeFilm } from './film.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'

const emptyPdf = Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF')

let files: string
test.beforeEach(async () => {
  files = await mkdtemp(join(tmpdir(), 'kinora-files-'))
})
test.afterEach(() => rm(files, { recursive: true, force: true }))

test('a folder that is dropped brings all that is in it, by name, and nothing that the computer keeps for itself', async ({
  page,
  person,
}) => {
  await mkdir(join(files, 'Scans', 'Summer 1961'), { recursive: true })
  const kept = ['Scans/page 2.pdf', 'Scans/page 10.pdf', 'Scans/Summer 1961/letter.pdf', 'beside.pdf']
  for (const name of [...kept, 'Scans/.DS_Store', 'Scans/Thumbs.db']) {
    await writeFile(join(files, name), emptyPdf)
  }
  const storyId = await openUpload(page, person)
  await drop(page, page.getByText('Choose files'), [join(files, 'Scans'), join(files, 'beside.pdf')])

  await eachSafe(4, () => page.getByText('Safe on the server').count())
  await expect(page.getByText('Safe on the server')).toHaveCount(4)
  await expect(page.locator('main li')).toContainText([
    'page 2.pdf',
    'page 10.pdf',
    'letter.pdf',
    'beside.pdf',
  ])
  expect((await person.api.stories.get({ id: storyId })).files).toHaveLength(4)
})

test('a folder with nothing in it, or with more than a story holds, is answered with a sentence', async ({
  page,
  person,
}) => {
  await mkdir(join(files, 'Empty'))
  await mkdir(join(files, 'All of it'))
  for (let number = 0; number <= limits.filesPerStory; number += 1) {
    await writeFile(join(files, 'All of it', `${number}.pdf`), emptyPdf)
  }
  await openUpload(page, person)
  await drop(page, page.getByText('Choose files'), [join(files, 'Empty')])
  await expect(page.getByRole('alert')).toHaveText('There are no files in what you dropped.')

  await drop(page, page.getByText('Choose files'), [join(files, 'All of it')])
  await expect(page.getByRole('alert')).toContainText('more than one story can hold: 2,000 files')
  await expect(page.locator('main li')).toHaveCount(0)
})

test('a name without a space in it, refused as well, does not widen a phone’s page', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openUpload(page, person)
  const name = `${'Urgroßmutters_Erinnerungen'.repeat(4)}.docx`
  await writeFile(join(files, name), 'words')
  await page.setInputFiles('input[type=file]', join(files, name))

  await expect(page.locator('main').getByRole('alert')).toContainText('is not a supported file type')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const row = await page.locator('main li').boundingBox()
  const said = await page.locator('main').getByRole('alert').boundingBox()
  expect((said?.x ?? 0) + (said?.width ?? 0)).toBeLessThan((row?.x ?? 0) + (row?.width ?? 0))
})

test('of many files one sees how far they have come, which could not be taken, and can call off the rest', async ({
  page,
  person,
}) => {
  await mkdir(join(files, 'Scans'))
  for (let number = 1; number <= 10; number += 1)
    await writeFile(join(files, 'Scans', `${number}.pdf`), emptyPdf)
  await writeFile(join(files, 'Scans', 'notes.txt'), 'Dear Rosa')
  const storyId = await openUpload(page, person)
  const held = Promise.withResolvers<void>()
  let begun = 0
  await page.route('**/media/uploads', async (route) => {
    begun += 1
    if (begun > 3) await held.promise
    await route.continue()
  })
  await drop(page, page.getByText('Choose files'), [join(files, 'Scans')])
  const all = page.getByRole('region', { name: 'All files' })
  await eachSafe(3, () => safeIn(all))
  await expect(all).toContainText('3 of 11 files are safe on the server')
  await all.getByRole('button', { name: 'Show 1 that could not be taken' }).click()
  await expect(page.locator('main li')).toHaveText(/notes\.txt is not a supported file type/)
  await all.getByRole('button', { name: 'Show all files' }).click()
  await expect(page.locator('main li')).toHaveCount(11)
  expect(await accessibilityFindings(page)).toEqual([])

  await all.getByRole('button', { name: 'Cancel the rest' }).click()
  await page.getByRole('button', { name: 'Cancel 7 files' }).click()
  held.resolve()
  await expect(page.getByText('3 files uploaded successfully')).toBeVisible()
  await expect(page.locator('main li')).toHaveCount(4)
  expect((await person.api.stories.get({ id: storyId })).files).toHaveLength(3)

  // Dropping the same folder again another day uploads only what is missing.
  await page.reload()
  await drop(page, page.getByText('Choose files'), [join(files, 'Scans')])
  await eachSafe(10, () => safeIn(all))
  await expect(all).toContainText('10 of 11 files are safe on the server')
  await expect(uploadRow(page, '1.pdf')).toContainText('In this story already')
  expect((await person.api.stories.get({ id: storyId })).files).toHaveLength(10)
  await page.getByRole('button', { name: 'Add again 1.pdf' }).click()
  await expect(uploadRow(page, '1.pdf')).toContainText('Safe on the server')
})

test('a file that is dropped beside its place is not for the browser to open', async ({ page, person }) => {
  await writeFile(join(files, 'beside.pdf'), emptyPdf)
  await openUpload(page, person)
  // The browser does not open files dropped through its developer tools, so the page's own handling of the event is checked
  // instead.
  const answer = page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener('dragover', ({ defaultPrevented }) => resolve(defaultPrevented), {
          once: true,
        }),
      ),
  )
  await drop(page, page.getByRole('heading', { level: 1 }), [join(files, 'beside.pdf')])
  expect(await answer).toBe(true)
  await expect(page.locator('main li')).toHaveCount(0)
})

test('of a file that cannot be read any more it is said, and it goes up when it is back', async ({
  page,
  person,
}) => {
  const paths = [join(files, 'first.pdf'), join(files, 'holiday.webm')]
  const [first = '', film = ''] = paths
  await writeFile(first, emptyPdf)
  await writeFile(film, await makeFilm(page, 1))
  await openUpload(page, person)
  const goOn = await holdUploads(page)
  await page.setInputFiles('input[type=file]', paths)
  await expect(uploadRow(page, 'holiday.webm')).toContainText('Waiting')
  await rename(film, `${film}.away`)
  goOn()

  await expect(uploadRow(page, 'first.pdf')).toContainText('Safe on the server')
  await expect(uploadRow(page, 'holiday.webm').getByRole('alert')).toContainText(
    'cannot read the file any more',
  )
  await rename(`${film}.away`, film)
  await page.getByRole('button', { name: 'Try holiday.webm again' }).click()
  await expect(uploadRow(page, 'holiday.webm')).toContainText('Safe on the server')
})

test('of many files those that failed meanwhile are tried again by one press', async ({ page, person }) => {
  const paths = Array.from({ length: 10 }, (_, index) => join(files, `page ${index + 1}.pdf`))
  for (const path of paths) await writeFile(path, emptyPdf)
  const storyId = await openUpload(page, person)
  const goOn = await holdUploads(page)
  await page.setInputFiles('input[type=file]', paths)
  await expect(uploadRow(page, 'page 10.pdf')).toContainText('Waiting')
  const away = paths.slice(-2)
  for (const path of away) await rename(path, `${path}.away`)
  goOn()

  const all = page.getByRole('region', { name: 'All files' })
  await eachSafe(8, () => safeIn(all))
  await expect(all.getByRole('button', { name: 'Show 2 that could not be taken' })).toBeVisible()
  for (const path of away) await rename(`${path}.away`, path)
  expect(await accessibilityFindings(page)).toEqual([])
  await all.getByRole('button', { name: 'Try 2 files again' }).click()
  await expect(all).toContainText('10 of 10 files are safe on the server')
  await expect(all.getByRole('button')).toHaveCount(0)
  expect((await person.api.stories.get({ id: storyId })).files).toHaveLength(10)
})

/** Waits for one file after the other, which go up in sequence: each has the time that a single one would have. */
async function eachSafe(count: number, safe: () => Promise<number>): Promise<void> {
  for (let least = 1; least <= count; least += 1) await expect.poll(safe).toBeGreaterThanOrEqual(least)
}

/** How many files are safe, by the overview of many. */
const safeIn = async (overview: Locator) => Number.parseInt((await overview.textContent()) ?? '', 10)

/** Holds back uploads. Returns a function that lets them continue. */
async function holdUploads(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/media/uploads/**', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Drops real files and folders, as from a window of the desktop, which scripts in a page cannot do. */
async function drop(page: Page, onto: Locator, paths: string[]): Promise<void> {
  const box = await onto.boundingBox()
  if (!box) throw new Error('there is nowhere to drop them')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + box.height / 2, data })
  }
  await session.detach()
}
