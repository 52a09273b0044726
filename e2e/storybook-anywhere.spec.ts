import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { unzip } from '../server/testing/archives.ts'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { type Person, signInHere, signUp } from './person.ts'
import { test } from './test.ts'
import { heard, startServerWithDatabase, type TranscriptServer } from './transcripts.ts'

const long = 'Every Saturday, before anybody was awake, she kneaded the dough and sang to it. '

/** A book of a story with a picture and of a recorded one, made in the browser. */
async function bookOf(page: Page, world: TranscriptServer, person: Person) {
  const written = uuidv7()
  await person.api.stories.create({ id: written, title: 'Bread', method: 'journal' })
  await person.api.stories.putNote({
    storyId: written,
    id: uuidv7(),
    text: `${long.repeat(12)}${'Donau'.repeat(30)}`,
    timestamp: '00:00',
  })
  await page.goto(`/app/stories/${written}/upload`)
  await page.setInputFiles('input[type=file]', { name: 'oven.png', mimeType: 'image/png', buffer: dot })
  await expect(page.getByText('Safe on the server')).toBeVisible()
  const said = [{ speaker: '1', startMs: 200, text: 'We danced until morning.' }]
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), said)
  return person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [written, storyId] })
}

test('a book is read at twice the size without going sideways, and from a stick without a network', async ({
  browser,
}) => {
  const world = await startServerWithDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kinora-stick-'))
  try {
    // The viewport of a window of 1280 by 800 at 200 % zoom.
    const context = await browser.newContext({
      baseURL: world.server.origin,
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
    })
    const person = await signUp(world.server.origin)
    await signInHere(context, person)
    const page = await context.newPage()
    const book = await bookOf(page, world, person)
    const { items: pages } = await person.api.storybooks.pages({ id: book.id })

    expect(pages.map(({ content }) => content.kind)).toEqual(
      expect.arrayContaining(['cover', 'chapter', 'text', 'closing']),
    )
    await page.goto(`/app/storybooks/${book.id}`)
    for (let number = 1; number <= pages.length; number += 1) {
      const place = page.getByRole('navigation', { name: 'Pages' })
      await expect(place).toContainText(`Page ${number} of ${pages.length}`)
      expect(await hiddenOn(page), `page ${number}`).toEqual([])
      if (number === pages.length) break
      await page.getByRole('button', { name: 'Next page' }).press('Enter')
    }

    const id = uuidv7()
    await person.api.storybookExports.start({ storybookId: book.id, id, format: 'html' })
    const made = async () => (await person.api.storybookExports.list({ storybookId: book.id }))[0]
    await expect.poll(async () => (await made())?.state, { timeout: 60_000 }).toBe('completed')
    const answer = await fetch(new URL((await made())?.downloadUrl ?? '', world.server.origin))
    for (const [name, bytes] of await unzip(Buffer.from(await answer.arrayBuffer()))) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), bytes)
    }
    await context.setOffline(true)
    await openedFromStick(await context.newPage(), join(folder, 'storybook', 'index.html'))
    await context.close()
  } finally {
    await world.remove()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Elements that are wider than the window, or cut off by their page of the book. */
function hiddenOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const wide = root.scrollWidth > window.innerWidth ? ['the whole page'] : []
    const cut = [...document.querySelectorAll('article, article p, article h2')].flatMap((element) => {
      const isTooWide = element.scrollWidth > element.clientWidth + 1
      const isTooLong = element.matches('article') && element.scrollHeight > element.clientHeight + 1
      return isTooWide || isTooLong ? [element.outerHTML.slice(0, 90)] : []
    })
    return [...wide, ...cut]
  })
}

/** Expects the folder to show its pictures and play its recordings using only its own files. */
async function openedFromStick(page: Page, path: string): Promise<void> {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  await page.goto(pathToFileURL(path).href)
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  await page.getByRole('link', { name: 'Bread' }).press('Enter')
  await expect
    .poll(() =>
      page
        .locator('img')
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0)),
    )
    .not.toContain(false)
  expect(await page.locator('img').count()).toBeGreaterThan(0)

  await page.getByText('Hear this').first().click()
  const voice = page.locator('audio').first()
  await voice.evaluate((audio) => (audio as HTMLAudioElement).load())
  await voice.evaluate((audio) => {
    const element = audio as HTMLAudioElement
    element.preload = 'auto'
  })
  await expect.poll(() => voice.evaluate((audio) => (audio as HTMLAudioElement).duration > 1)).toBe(true)
  const at = () => voice.evaluate((audio) => (audio as HTMLAudioElement).currentTime)
  await expect.poll(at).toBeCloseTo(0.2, 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(refused).toEqual([])
}

/** A picture of one green dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
