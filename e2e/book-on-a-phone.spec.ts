import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { escapeFrom } from './keyboard.ts'
import { type Person, signInHere, signUp } from './person.ts'
import { aPhone } from './phone.ts'
import { test as withDatabase } from './test-with-database.ts'
import { heard } from './transcripts.ts'
import { writeStory } from './write-story.ts'

declare global {
  interface Window {
    /** The element that plays, once `speakSlowly` has been called. */
    spoken?: HTMLMediaElement
  }
}

/** A person with a phone. */
const test = withDatabase.extend<{ phone: { person: Person; page: Page } }>({
  phone: async ({ browser, world }, use) => {
    const context = await aPhone(browser, { baseURL: world.server.origin })
    const person = await signUp(world.server.origin)
    await signInHere(context, person)
    await use({ person, page: await context.newPage() })
    await context.close()
  },
})

const place = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(text)

test('a page that is turned at the foot of a long one begins with its first words, and a short one stays where it is', async ({
  phone: { page, person },
}) => {
  const told = Array.from(
    { length: 60 },
    (_, at) => `In the year ${1900 + at} the river came into the house again.`,
  )
  const story = await writeStory(person, 'The river', told.join(' '))
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Water', storyIds: [story] })
  await page.goto(`/app/storybooks/${book.id}?page=3`)
  const next = page.getByRole('button', { name: 'Next page' })
  await next.tap()
  const text = page.getByRole('article').getByText('In the year')
  await expect(text).toContainText('1900')
  expect(await topOf(text)).toBeGreaterThan(0)

  const before = await text.textContent()
  await next.tap()
  await expect(text).not.toHaveText(before ?? '')
  await expect.poll(() => topOf(text)).toBeGreaterThan(0)

  await page.goto(`/app/storybooks/${book.id}`)
  await next.tap()
  await place(page, 'Page 2')
  const at = await page.evaluate(() => window.scrollY)
  await page.getByRole('button', { name: 'Page before' }).tap()
  await place(page, 'Page 1')
  expect(await page.evaluate(() => window.scrollY)).toBe(at)
})

test('a book that is opened begins in the upper half, and its commands are a press away', async ({
  phone: { page, person },
}) => {
  const stories = [
    await writeStory(person, 'The river', 'It came into the house again.'),
    await writeStory(person, 'The well', 'It was dry by July.'),
  ]
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Water', storyIds: stories })
  await page.goto(`/app/storybooks/${book.id}`)
  const cover = page.getByRole('article')
  await cover.waitFor()
  expect(await topOf(cover)).toBeLessThan(320)

  const more = page.getByRole('button', { name: 'More for “Water”' })
  await more.tap()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit',
    'Download',
    'Share',
    'Update from stories',
    'Delete',
  ])
  await page.getByRole('menuitem', { name: 'Edit' }).tap()
  await escapeFrom(page, page.getByRole('dialog', { name: 'Edit Storybook' }))
  await expect(more).toBeFocused()

  // By keyboard in visual order: above the book, and then below it.
  for (const name of ['Word for word', 'Edit page 1', 'Next page', 'Chapter']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.getByLabel('Chapter').selectOption('The well')
  await place(page, 'Page 5')

  // A larger window has room for all of them.
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(more).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Update from stories' })).toBeVisible()
})

test('a finger that moves across an enlarged page moves along its lines, and turns no page', async ({
  phone: { page, person },
}) => {
  const story = await writeStory(person, 'Bread', 'Every Saturday, before anybody was awake.')
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [story] })
  await page.goto(`/app/storybooks/${book.id}?page=4`)
  await place(page, 'Page 4 of 5')
  const client = await page.context().newCDPSession(page)
  const enlarge = async (scale: number) => {
    await client.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale })
    await expect.poll(() => page.evaluate(() => window.visualViewport?.scale ?? 0)).toBeCloseTo(scale, 1)
  }
  const turned: string[] = []
  page.on('framenavigated', (frame) => void turned.push(frame.url()))

  await enlarge(2)
  await moveLeft(client)
  expect(turned).toEqual([])
  await place(page, 'Page 4 of 5')
  await expect.poll(() => page.evaluate(() => window.visualViewport?.offsetLeft ?? 0)).toBeGreaterThan(40)

  await enlarge(1)
  await moveLeft(client)
  await place(page, 'Page 5 of 5')
})

/** Moves a finger to the left across the middle of the screen, as a hand does: in many small steps. */
async function moveLeft(client: CDPSession): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: 300, y: 400 })
  for (let x = 290; x >= 100; x -= 10) await touch('touchMove', { x, y: 400 })
  await touch('touchEnd')
}

test('who listens sees what is being read, and the way to stop it; who looks elsewhere is left there', async ({
  phone: { page, person },
  world,
}) => {
  const talks = Array.from({ length: 10 }, (_, at) => ({
    speaker: String(1 + (at % 2)),
    startMs: 200 + at * 400,
    // Each word takes several lines, because the film is too short for many words.
    text: `Word${at}${'a'.repeat(60)}`,
  }))
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Voices', storyIds: [storyId] })
  // So low that the top of the page and the word being read are not in view together.
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`/app/storybooks/${book.id}?page=4`)
  const last = page.getByText('Word9')
  await last.waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(last).not.toBeInViewport()

  const listen = page.getByRole('button', { name: 'Listen from here' })
  await listen.tap()
  await expect(last).toBeInViewport({ timeout: 20_000 })
  await expect(listen).toBeVisible({ timeout: 20_000 })
  expect(await isUncovered(last)).toBe(true)

  await page.evaluate(speakSlowly)
  await page.evaluate(() => window.scrollTo(0, 0))
  await listen.tap()
  for (const first of [1, 3, 5]) {
    await expect(page.locator('[data-spoken]')).toHaveText(new RegExp(`Word[${first}-8]`))
  }
  const stop = page.getByRole('button', { name: 'Stop', exact: true }).first()
  await expect(stop).toBeInViewport({ ratio: 1 })
  // As a call or the button of a headset does.
  await page.evaluate(() => window.spoken?.pause())
  await expect(listen).toBeVisible()
  await page.evaluate(() => window.spoken?.play())
  await expect(stop).toBeVisible()
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    if (window.spoken) window.spoken.playbackRate = 1 / 4
  })
  await expect(listen).toBeVisible({ timeout: 40_000 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

/**
 * Plays the short film at a quarter of its speed, and from the sixth passage on as slowly as Chromium can, which leaves time to look at
 * the page while a passage is played, also to a machine that stands still for ten seconds.
 */
function speakSlowly(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    if (window.spoken !== this) {
      window.spoken = this
      this.playbackRate = 1 / 4
      const slowDown = () => {
        if (this.currentTime < 2.2) return
        this.playbackRate = 1 / 16
        this.removeEventListener('timeupdate', slowDown)
      }
      this.addEventListener('timeupdate', slowDown)
    }
    return play.call(this)
  }
}

const topOf = (words: Locator) => words.evaluate((element) => element.getBoundingClientRect().top)

/** Whether no fixed element lies over the words. */
const isUncovered = (words: Locator) =>
  words.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + 4, top + height / 2)
    return hit?.closest('article') !== null
  })
