import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { makeFilm } from './film.ts'
import { type Person, signUp } from './person.ts'
import { test } from './test.ts'
import { unheardServer } from './unheard-server.ts'

const sentence = 'We danced until the lighthouse went dark.'
const box = (page: Page) => page.getByRole('combobox', { name: /^Search/ })

test('a sentence is found from any page by keyboard alone, and the film plays from its second', async ({
  page,
  person,
  server,
}) => {
  const { storyId, part } = await storyWithSentence(page, person, server.dataDir)
  await person.api.stories.create({ id: uuidv7(), title: 'Lighthouse bread', method: 'journal' })
  await page.goto('/app')
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.type('lighth')
  const options = page.getByRole('option')
  await expect(options.filter({ hasText: sentence })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Found 2 stories.' })).toBeAttached()
  await expect(page.locator('mark').filter({ hasText: /^lighthouse$/ })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  // The title is the first result, the sentence the second.
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.filter({ hasText: sentence })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/app/stories/${storyId}?part=${part}&t=2`)
  await expect.poll(() => secondOf(page)).toBeGreaterThanOrEqual(2)

  await page.keyboard.press('Control+k')
  await expect(options.filter({ hasText: /^lighth$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Forget recent searches' }).click()
  await expect(options.filter({ hasText: /^lighth$/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)

  // Opening the same address again leads to the same second.
  await page.reload()
  await expect.poll(() => secondOf(page)).toBeGreaterThanOrEqual(2)

  // The accessible name contains the time as it is written, as everywhere.
  await page.goto('/app/search?q=lighthouse')
  await expect(page.getByRole('link', { name: /^Play from 0:02/ })).toBeVisible()
})

test('the page shows what is found by story, follows what changes, and never a late answer', async ({
  page,
  person,
}) => {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'The harbour', method: 'journal', speakers: ['Elena'] })
  await person.api.stories.putNote({
    storyId: id,
    id: uuidv7(),
    text: 'The saffron came by ship.',
    timestamp: '00:00',
  })
  await person.api.familyMembers.create({ id: uuidv7(), firstName: 'Magdalena', lastName: 'Petrova' })
  await page.goto('/app/search')
  const input = page.getByRole('searchbox', { name: /^Search/ })
  await expect(input).toBeFocused()

  let late = () => undefined as unknown
  await page.route('**/rpc/search/find', async (route) => {
    if (!route.request().postData()?.includes('harbo')) return route.continue()
    await new Promise<void>((resolve) => {
      late = resolve
    })
    return route.continue().catch(() => undefined)
  })
  await input.fill('harbo')
  await expect(page).toHaveURL(/q=harbo/)
  await input.fill('saffron')
  await expect(page.getByRole('link', { name: /The saffron came by ship/ })).toBeVisible()
  late()
  await expect(page.getByRole('heading', { name: 'The harbour' })).toBeVisible()
  await expect(page.locator('mark')).toHaveText(['saffron'])
  await page.unroute('**/rpc/search/find')
  expect(await accessibilityFindings(page)).toEqual([])

  await person.api.stories.create({ id: uuidv7(), title: 'Saffron again', method: 'journal' })
  await expect(page.getByRole('heading', { name: 'Saffron again' })).toBeVisible()

  await input.fill('Magdalna')
  await expect(page.getByText('Magdalena Petrova')).toBeVisible()
  await input.fill('zzyzx "brill ig"')
  await expect(page.getByRole('heading', { name: /Nothing found for/ })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a comment, what is said of a photo, a storybook and somebody who is shared are found and opened', async ({
  page,
  person,
  server,
}) => {
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'The orchard', method: 'upload' })
  await person.api.comments.add({ storyId, id: uuidv7(), text: 'It was the quince tree, I am sure.' })
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Quinces', storyIds: [storyId] })
  const cousin = await signUp(server.origin)
  const elena = { id: uuidv7(), firstName: 'Elena', lastName: 'Quince', relationship: 'Parent' as const }
  await cousin.api.familyMembers.create(elena)
  const shared = { resourceType: 'family_member', resourceId: elena.id } as const
  await cousin.api.sharing.share({ ...shared, email: person.email, role: 'viewer' })
  await page.goto(`/app/stories/${storyId}/upload`)
  await page.setInputFiles('input[type=file]', { name: 'tree.png', mimeType: 'image/png', buffer: dot })
  await expect(page.getByText('Safe on the server')).toBeVisible()
  const { files } = await person.api.stories.get({ id: storyId })
  await person.api.media.describe({ id: files[0]?.id ?? '', caption: 'Grandfather under the quince' })

  await page.goto('/app/search?q=quince')
  await expect(page.getByText('Found 1 story, 1 storybook, 1 person.')).toBeAttached()
  await page.getByRole('link', { name: /It was the quince tree/ }).click()
  await expect(page.getByRole('tabpanel').getByText('It was the quince tree, I am sure.')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: /Grandfather under the quince/ }).click()
  await expect(page.getByRole('tabpanel').getByText('Grandfather under the quince')).toBeVisible()
  await page.goBack()
  await page.getByRole('region', { name: 'Storybooks' }).getByRole('link', { name: 'Quinces' }).click()
  await page.waitForURL(`**/app/storybooks/${book.id}*`)
  await page.keyboard.press('Control+k')
  await box(page).fill('elena quince')
  await page.getByRole('option', { name: /Elena Quince.*Shared by/ }).click()
  await expect(page.getByRole('heading', { name: 'Elena Quince' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the glass above opens the search, and a search that failed can be tried again', async ({
    page,
    person,
  }) => {
    await person.api.stories.create({ id: uuidv7(), title: 'The harbour', method: 'journal' })
    // A page that hears of a change just before it was opened searches anew by itself.
    await unheardServer(page, person)
    await page.goto('/app')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.route('**/rpc/search/find', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('combobox', { name: /^Search/ }).fill('harbour')
    await expect(page.getByText('What your family told could not be searched')).toBeVisible()
    await expect.poll(() => accessibilityFindings(page)).toEqual([])

    await page.unroute('**/rpc/search/find')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('option', { name: /The harbour/ }).click()
    await page.waitForURL('**/app/stories/*')
  })
})

/** A picture of one green dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A film of three seconds, with words in its third second. */
async function storyWithSentence(page: Page, person: Person, dataDir: string) {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-search-'))
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'The harbour dance', method: 'upload' })
  await page.goto(`/app/stories/${storyId}/upload`)
  await writeFile(join(folder, 'dance.webm'), await makeFilm(page, 4))
  await page.setInputFiles('input[type=file]', join(folder, 'dance.webm'))
  await expect(page.getByText('Safe on the server')).toBeVisible()
  await rm(folder, { recursive: true })

  const { files } = await person.api.stories.get({ id: storyId })
  const part = files[0]?.id ?? ''
  await keepSentence(dataDir, person.id, storyId, part)
  return { storyId, part }
}

/** Writes the transcript that a speech engine would have written, because this test has none. */
async function keepSentence(dataDir: string, userId: string, storyId: string, part: string): Promise<void> {
  const { serverPassword } = JSON.parse(await readFile(join(dataDir, 'postgres.credentials.json'), 'utf8'))
  const [, , , port] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'kinora',
    password: serverPassword,
    database: 'kinora',
  })
  await client.connect()
  await client.query(
    `insert into transcripts (user_id, id, media_id, story_id, state, language) values ($1, $2, $2, $3, 'completed', 'en')
     on conflict (user_id, id) do update set state = 'completed'`,
    [userId, part, storyId],
  )
  await client.query(
    `insert into transcript_lines (user_id, id, transcript_id, story_id, position, language, start_ms, end_ms, words, text)
     values ($1, gen_random_uuid(), $2, $3, 'a', 'en', 2000, 2900, '[]', $4)`,
    [userId, part, storyId, sentence],
  )
  await client.end()
}

/** The second at which the film stands, once it can be seen; -1 before. */
const secondOf = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((element: HTMLVideoElement) => (element.readyState >= 2 ? element.currentTime : -1))
