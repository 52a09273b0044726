import { readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { accessibilityFindings } from './accessibility.ts'
import { holdAnswer } from './hold-answer.ts'
import { type Person, signInHere, signUp } from './person.ts'
import { aPhone } from './phone.ts'
import { storyOfPhotographs } from './photographs.ts'
import { test } from './test-with-database.ts'
import { heard, type TranscriptServer } from './transcripts.ts'
import { writeStory } from './write-story.ts'

/** A story as long as a film, told by its one speaker. */
async function told(world: TranscriptServer, person: Person, title: string): Promise<string> {
  const talks = [
    { speaker: '1', startMs: 200, text: 'We danced until morning.' },
    { speaker: '2', startMs: 1_500, text: 'Did it rain?' },
  ]
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await person.api.stories.update({ id: storyId, title })
  return storyId
}

const place = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(text)

/** The number of rows that the commands of a book take, whether or not some are in a menu. */
const commandRows = (page: Page) =>
  page.getByRole('button', { name: 'Download', exact: true }).evaluate((download) => {
    const all = [...(download.parentElement?.children ?? [])]
    return new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size
  })

test('the commands of a book stand in one row, on a tablet, too', async ({ page, person }) => {
  const storyId = await writeStory(person, 'Apples', 'On Saturdays.')
  const { id } = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [storyId] })
  await page.goto(`/app/storybooks/${id}`)
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  for (const width of [1440, 1280, 1024, 820, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(remove).toBeVisible()
    await expect.poll(() => commandRows(page), `${width} pixels`).toBe(1)
  }
  await page.setViewportSize({ width: 660, height: 900 })
  const more = page.getByRole('button', { name: 'More for “Kitchen”' })
  await expect(more).toBeVisible()
  expect(await commandRows(page)).toBe(1)
  await more.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Update from stories', 'Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(more).toBeFocused()
})

test('a book is made of chosen stories, turned, read word for word, heard, corrected and deleted', async ({
  page,
  person,
  world,
}) => {
  await page.goto('/app/storybooks')
  await expect(page.getByRole('heading', { name: 'No storybooks yet' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Storybooks This Month' })).toContainText('0 / 5')
  await writeStory(person, 'The long winter', 'Snow to the windows, and bread on Saturdays.')
  await told(world, person, 'The harbour dance')

  await page.getByRole('button', { name: 'Create Your First Storybook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Storybook' })
  await dialog.getByLabel('Title').fill('Grandma’s harbour years')
  await dialog.getByLabel(/Description/).fill('For Mila, who asked.')
  // People with hundreds of stories find one by its words.
  const harbourDance = dialog.getByRole('button', { name: 'Add The harbour dance' })
  await expect(harbourDance).toBeVisible()
  await dialog.getByLabel('Find a story to add').fill('bread on saturdays')
  await expect(harbourDance).toBeHidden()
  await dialog.getByRole('button', { name: 'Add The long winter' }).click()
  await expect(dialog.getByText('No other story fits.')).toBeVisible()
  await dialog.getByLabel('Find a story to add').clear()
  await harbourDance.click()
  await expect(dialog.getByText('All your stories are in this book.')).toBeVisible()
  // The order can be changed by keyboard alone.
  await dialog.getByRole('button', { name: 'Move The harbour dance' }).press('ArrowUp')
  const chosen = dialog.getByRole('list', { name: 'Stories in this book' }).getByRole('listitem')
  await expect(chosen.first()).toContainText('The harbour dance')
  expect(await accessibilityFindings(page)).toEqual([])
  const made = await holdAnswer(page, 'storybooks/create')
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Creating Your Storybook' })).toBeVisible()
  await made()

  await expect(page.getByRole('heading', { level: 1, name: 'Grandma’s harbour years' })).toBeVisible()
  await place(page, 'Page 1 of 7')
  expect(await accessibilityFindings(page)).toEqual([])

  // Pages are turned by key, by button and by chapter; the address contains the page.
  await page.keyboard.press('ArrowRight')
  await place(page, 'Pages 2–3 of 7')
  await expect(page.getByText('For Mila, who asked.')).toBeVisible()
  await page.getByLabel('Chapter').selectOption('The long winter')
  await expect(page.getByRole('heading', { level: 2, name: 'The long winter' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'The long winter' })).toBeVisible()
  await page.getByLabel('Chapter').selectOption('Beginning')
  await place(page, 'Page 1 of 7')
  await page.getByLabel('Chapter').selectOption('The harbour dance')
  await page.getByRole('button', { name: 'Next page' }).click()
  const words = page.getByText('We danced until morning.')
  await expect(words).toBeVisible()
  await expect(page.getByText('Did it rain?')).toBeVisible()

  // A passage plays from where it was said, and can be stopped.
  const playing = page.waitForResponse(
    (response) => response.url().includes('/media/files/') && response.ok(),
  )
  await page.getByRole('button', { name: 'Hear: We danced' }).click()
  await playing
  await expect(page.getByRole('button', { name: 'Listen from here' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('alert')).toBeHidden()

  // The paragraph is corrected, and its original words can still be read.
  await page.getByRole('button', { name: 'Edit page 4' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit page' })
  await edit.getByLabel('Paragraph 1', { exact: true }).fill('We danced till the sun came up.')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByText('We danced till the sun came up.')).toBeVisible()
  await page.getByRole('switch', { name: 'Word for word' }).click()
  await expect(words).toBeVisible()

  // The book is exported to a file while the person waits.
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('button', { name: 'Make an e-book' }).click()
  const link = page.getByRole('link', { name: /^Download/ })
  await expect(link).toHaveAttribute('download', 'Grandma’s harbour years.epub', { timeout: 60_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('Grandma’s harbour years.epub')
  expect(
    readFileSync(await download.path())
      .subarray(30, 38)
      .toString(),
  ).toBe('mimetype')
  const print = page.getByRole('region', { name: 'For print (PDF)' })
  await print.getByRole('switch', { name: 'A code beside each chapter' }).click()
  await print.getByRole('button', { name: 'Make a PDF' }).click()
  const printed = print.getByRole('link', { name: /^Download/ })
  await expect(printed).toHaveAttribute('download', 'Grandma’s harbour years.pdf', { timeout: 60_000 })
  const [paper] = await Promise.all([page.waitForEvent('download'), printed.click()])
  expect(paper.suggestedFilename()).toBe('Grandma’s harbour years.pdf')
  expect(
    readFileSync(await paper.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await accessibilityFindings(page)).toEqual([])

  await test.step('a file that was made before a correction says so until it is made anew', async () => {
    const older = print.getByText('The book has been changed since')
    await expect(print.getByText(/^Made on/)).toBeVisible()
    await expect(older).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit page 4' }).click()
    await edit.getByLabel('Paragraph 1', { exact: true }).fill('We danced till noon.')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await page.getByRole('button', { name: 'Download' }).click()
    await expect(older).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    await print.getByRole('button', { name: 'Make it again' }).click()
    await expect(older).toBeHidden()
    await expect(print.getByText(/^Made on/)).toBeVisible({ timeout: 60_000 })
    await expect(older).toBeHidden()
  })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('“Grandma’s harbour years” was deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Grandma’s harbour years' })).toBeVisible()
})

test('the picture on a cover is chosen among those of the book, is on the shelf, and is taken off again', async ({
  page,
  person,
  world,
}) => {
  const storyId = await storyOfPhotographs(world, person, 3)
  const { id, createdAt } = await person.api.storybooks.create({
    id: uuidv7(),
    title: 'The attic',
    storyIds: [storyId],
  })
  await page.goto(`/app/storybooks/${id}`)
  const picture = page.getByRole('article', { name: 'Cover' }).locator('img')
  const edit = page.getByRole('button', { name: 'Edit page 1' })
  const dialog = page.getByRole('dialog', { name: 'Edit page' })
  const choices = dialog.getByRole('group', { name: 'Picture on the cover' }).getByRole('radio')
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    const [cover] = (await person.api.storybooks.pages({ id })).items
    return cover?.content.kind === 'cover' ? cover.content.pictureId : undefined
  }

  await edit.click()
  await expect(choices).toHaveCount(4)
  await expect(choices.first()).toBeChecked()
  // By keyboard alone.
  await choices.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'The box in the attic (2)' })).toBeChecked()
  expect(await accessibilityFindings(page)).toEqual([])
  const second = await save()
  await expect(picture).toHaveAttribute('src', new RegExp(`${second}`))

  await page.goto('/app/storybooks')
  const card = page.getByRole('article').filter({ hasText: 'The attic' })
  await expect(card.locator('img')).toHaveAttribute('src', new RegExp(`${second}`))
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(createdAt))
  await expect(card).toContainText(`1 story · ${day}`)

  await page.goto(`/app/storybooks/${id}`)
  await edit.click()
  await dialog.getByRole('radio', { name: 'No picture' }).check()
  expect(await save()).toBeNull()
  await expect(picture).toHaveCount(0)

  await test.step('a file of the book says which picture it had to be made without', async () => {
    await person.api.media.remove({ id: second ?? '' })
    await page.getByRole('button', { name: 'Download' }).click()
    const folder = page.getByRole('region', { name: 'Folder (ZIP)' })
    await folder.getByRole('button', { name: 'Make a folder' }).click()
    await expect(folder.getByRole('alert')).toContainText('had to be made without', { timeout: 60_000 })
    await expect(folder.getByRole('listitem')).toHaveText(['A picture, in “The box in the attic”'])
    expect(await accessibilityFindings(page)).toEqual([])
  })
})

test('a book is turned by a finger on a phone, and a page that was taken out comes back', async ({
  browser,
  world,
}) => {
  const page = await bookOnAPhone(browser, world.server.origin, 'Kitchen', [
    'Bread',
    'Every Saturday, before anybody was awake.',
  ])

  await swipe(page, -1)
  await place(page, 'Page 2 of 5')
  await swipe(page, 1)
  await place(page, 'Page 1 of 5')

  await page.keyboard.press('PageDown')
  await page.getByRole('button', { name: 'Edit page 2' }).click()
  await page.getByRole('button', { name: 'Take page out' }).click()
  await place(page, 'of 4')
  await page.getByRole('button', { name: 'Put it back' }).click()
  await place(page, 'of 5')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.context().close()
})

/** The first page of a new book of five pages, on a phone. */
async function bookOnAPhone(
  browser: Browser,
  baseURL: string,
  title: string,
  [storyTitle, words]: [string, string],
): Promise<Page> {
  const context = await aPhone(browser, { baseURL })
  const person = await signUp(baseURL)
  await signInHere(context, person)
  const story = await writeStory(person, storyTitle, words)
  const book = await person.api.storybooks.create({ id: uuidv7(), title, storyIds: [story] })
  const page = await context.newPage()
  await page.goto(`/app/storybooks/${book.id}`)
  await place(page, 'Page 1 of 5')
  return page
}

/** Swipes across the page with a finger. */
async function swipe(page: Page, direction: 1 | -1): Promise<void> {
  const box = await page.getByRole('article').first().boundingBox()
  if (!box) throw new Error('no page lies open')
  const client = await page.context().newCDPSession(page)
  const y = Math.min(box.y + box.height / 2, 600)
  const from = box.x + box.width / 2 - direction * 90
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', from)
  await touch('touchMove', from + direction * 90)
  await touch('touchMove', from + direction * 180)
  await touch('touchEnd', from + direction * 180)
  await client.detach()
}

test('a book in Hebrew is turned as its readers do: the next page lies to the left', async ({
  browser,
  world,
}) => {
  const page = await bookOnAPhone(browser, world.server.origin, 'המטבח', [
    'לחם',
    'כל שבת, לפני שמישהו התעורר.',
  ])
  await swipe(page, 1)
  await place(page, 'Page 2 of 5')
  await page.keyboard.press('ArrowLeft')
  await place(page, 'Page 3 of 5')
  await page.keyboard.press('ArrowRight')
  await swipe(page, -1)
  await place(page, 'Page 1 of 5')

  await page.setViewportSize({ width: 1440, height: 900 })
  const next = page.getByRole('button', { name: 'Next page' })
  expect(await leftOf(next)).toBeLessThan(await leftOf(page.getByRole('button', { name: 'Page before' })))
  await next.click()
  await place(page, 'Pages 2–3 of 5')
  expect(await leftOf(page.getByRole('article', { name: 'Page 3' }))).toBeLessThan(
    await leftOf(page.getByRole('article', { name: 'Page 2' })),
  )
  await page.context().close()
})

const leftOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().left)

test('a book that is gone back to from another one is read as it is opened: nothing of the other goes on in it', async ({
  page,
  person,
}) => {
  const storyIds = [await writeStory(person, 'Bread', 'Every Saturday.')]
  const [kitchen, garden] = [uuidv7(), uuidv7()]
  await person.api.storybooks.create({ id: kitchen, title: 'Kitchen', storyIds })
  await person.api.storybooks.create({ id: garden, title: 'Garden', storyIds })
  const verbatim = page.getByRole('switch', { name: 'Word for word' })
  await page.goto('/app/storybooks')
  await page.getByRole('link', { name: 'Kitchen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Storybooks' }).click()
  await page.getByRole('link', { name: 'Garden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()
  await verbatim.click()
  await expect(verbatim).toBeChecked()

  // The list lies between the two, but is passed over: both books are known by then, and none is loaded in between.
  await page.evaluate(() => history.go(-2))
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  await expect(verbatim).not.toBeChecked()
})

test('a book whose stories have all been deleted is called by another name, and keeps its pages', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person, 'Apples', 'On Saturdays.')
  const { id } = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [storyId] })
  await person.api.stories.delete({ id: storyId })

  await page.goto(`/app/storybooks/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  await dialog.getByLabel('Title').fill('Kitchen and cellar')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen and cellar')
  await place(page, 'Page 1 of 5')
})

test('an editor calls a shared book by another name, and chooses no stories for it', async ({
  page,
  person,
  server,
}) => {
  const owner = await signUp(server.origin)
  await owner.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  const storyId = await writeStory(owner, 'Apples', 'On Saturdays.')
  const { id } = await owner.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [storyId] })
  const shared = { resourceType: 'storybook', resourceId: id } as const
  const share = await owner.api.sharing.share({ ...shared, email: person.email, role: 'editor' })

  await page.goto(`/app/storybooks/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  await expect(dialog.getByText('Stories in this book')).toHaveCount(0)
  await dialog.getByLabel('Title').fill('  ')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByLabel('Title').fill('Kitchen and cellar')
  await dialog.getByLabel('Description').fill('For Mila')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen and cellar')
  const { title, description, stories } = await owner.api.storybooks.get({ id })
  expect({ title, description, stories: stories.length }).toEqual({
    title: 'Kitchen and cellar',
    description: 'For Mila',
    stories: 1,
  })

  await owner.api.sharing.setRole({ ...shared, id: share.id, role: 'viewer' })
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)

  await owner.api.sharing.revoke({ ...shared, id: share.id })
  await expect(page.getByText('It may have been deleted, or is not shared with you any more.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Shared with me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared with me')
})
