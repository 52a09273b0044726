import { expect, type Page, type Route } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { textOf } from '#contract/transcript-words.ts'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import type { Person } from './person.ts'
import { test as withDatabase } from './test-with-database.ts'
import { begin, choose, field, line, openTranscript, word } from './transcript-page.ts'
import { heard } from './transcripts.ts'

type Story = { person: Person; id: string; storyId: string }

const test = withDatabase.extend<{ story: Story }>({
  story: async ({ world, person }, use) => {
    const talks = ['We came home.', 'um acht Uhr fuhr er los.', '1956 年 に 母 は 来た。'].map(
      (text, index) => {
        return { speaker: String(1 + (index % 2)), startMs: 100 + index * 1_600, text }
      },
    )
    await use({ person, ...(await heard(world, person, await filmWithoutFfmpeg(), talks)) })
  },
})

const said = async ({ person, id }: Story) => (await person.api.transcripts.lines({ id })).items

/** Writes reading texts of lines, as another page of the same person does. */
async function write(story: Story, ...texts: string[]): Promise<void> {
  const { id, person } = story
  for (const [index, text] of texts.entries()) {
    const [now] = (await said(story)).slice(index)
    if (!now) throw new Error('there is no such line')
    const about = { lineId: now.id, baseVersion: now.version }
    const command = { type: 'setReading' as const, id: newId(), ...about, text }
    await person.api.transcripts.edit({ id, commands: [command] })
  }
}

/**
 * Types at the end of the line being edited, with no rest as long as a pause: in the time of the page, which stands still with the machine
 * and goes on only between two keys.
 */
async function typeWithoutPause(page: Page, text: string): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('End')
  for (const key of text) {
    await page.keyboard.type(key)
    await page.clock.runFor(120)
  }
}

test('what somebody types without a pause outlives a tab that is killed, but for the last second of it', async ({
  page,
  context,
  story,
}) => {
  await page.clock.install()
  await openTranscript(page, story.storyId)
  await begin(page, 0)
  await typeWithoutPause(page, ' It snowed that night, and nobody met us')
  const browser = await context.newCDPSession(page)
  browser.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
  // The clock is that of all pages.
  await page.close()
  await context.clock.resume()
  expect(textOf((await said(story))[0]?.words ?? [])).toBe('We came home.')

  const next = await context.newPage()
  await openTranscript(next, story.storyId)

  await expect(line(next, 0)).toContainText('We came home. It snowed that night, and', { timeout: 15_000 })
  const now = async () => textOf((await said(story))[0]?.words ?? [])
  await expect.poll(now).toContain('It snowed that night, and')
})

test('a line is split at the cursor, also within what was typed just now', async ({ page, story }) => {
  await openTranscript(page, story.storyId)
  const splitAt = async (place: number) => {
    await field(page).evaluate((typed: HTMLTextAreaElement, at) => typed.setSelectionRange(at, at), place)
    await page.getByRole('button', { name: 'Split at the cursor' }).click()
    await expect(field(page)).toHaveCount(0)
  }
  await begin(page, 2)
  await splitAt('1956年に'.length)
  await expect(line(page, 3)).toContainText('母は来た。')

  await begin(page, 0)
  await field(page).fill('We  came home. It snowed.')
  await splitAt('We  came home. '.length)

  const now = async () => (await said(story)).map(({ words }) => textOf(words))
  await expect
    .poll(now)
    .toEqual(['We came home.', 'It snowed.', 'um acht Uhr fuhr er los.', '1956年に', '母は来た。'])
})

test('a text for reading is old after a correction of its words, and no longer when that is taken back', async ({
  page,
  story,
}) => {
  await write(story, 'We came home, all of us.')
  await openTranscript(page, story.storyId)
  await begin(page, 0)
  await field(page).fill('They came home.')
  await field(page).press('Enter')
  await choose(page, 'As it was spoken', 'As it reads well')
  const old = line(page, 0).getByText('The spoken words were corrected after this was written')
  await expect(old).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(old).toBeHidden()
  await expect(line(page, 0)).toContainText('We came home, all of us.')
})

test('lines whose texts for reading are too long for one line are not joined, and it is said why', async ({
  page,
  story,
}) => {
  const half = 'so it was '.repeat(limits.transcriptLineText / 20)
  await write(story, `${half}.`, `${half}!`)
  await openTranscript(page, story.storyId)
  await word(page, 1, 0).click()
  await page.keyboard.press('j')

  await expect(line(page, 0).getByRole('alert')).toContainText(
    'Joined, these lines would be longer than one line can be, as they were spoken or as they read well.',
  )
  expect((await said(story)).map(({ reading }) => reading?.length)).toEqual([
    half.length + 1,
    half.length + 1,
    undefined,
  ])
})

test('each line reads well by its own language, and Japanese has no space at its numbers', async ({
  page,
  world,
  story,
}) => {
  for (const [index, { id }] of (await said(story)).entries())
    await world.asOwner('update transcript_lines set language = $2 where id = $1', [
      id,
      ['en-US', 'de-DE', 'ja-JP'][index],
    ])
  await openTranscript(page, story.storyId)
  await expect(line(page, 2)).toContainText('1956年に母は来た。')
  await choose(page, 'As it was spoken', 'As it reads well')
  await expect(line(page, 1)).toContainText('Um acht Uhr fuhr er los.')
  await expect(line(page, 2)).toContainText('1956年に母は来た。')
})

test('what was typed over somebody else’s words is told again after the tab was closed, until it is read', async ({
  page,
  context,
  story,
}) => {
  await openTranscript(page, story.storyId)
  await begin(page, 0)
  const [now] = await said(story)
  const theirs = async (route: Route) => {
    const about = { lineId: now?.id ?? '', baseVersion: 0, from: 2, to: 3, text: 'back.' }
    const command = { type: 'replaceWords' as const, id: newId(), ...about }
    await story.person.api.transcripts.edit({ id: story.id, commands: [command] })
    await route.continue()
  }
  await page.route('**/transcripts/edit', theirs, { times: 1 })
  await field(page).fill('We came to Odesa.')
  await field(page).press('Enter')
  await expect(line(page, 0).getByRole('alert')).toContainText('We came to Odesa.')
  await page.close()

  const next = await context.newPage()
  await openTranscript(next, story.storyId)
  const note = line(next, 0).getByRole('alert')
  await expect(note).toContainText('We came to Odesa.')
  await expect(line(next, 0)).toContainText('We came back.')
  await note.getByRole('button', { name: 'Keep what stands there now' }).click()
  await expect(note).toBeHidden()
  await openTranscript(next, story.storyId)
  await expect(note).toBeHidden()
})

test('a long line that is corrected is seen whole also in a browser that fits no field to its words, as Safari before 26.2', async ({
  page,
  story,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTranscript(page, story.storyId)
  await page.evaluate(() => {
    const older = new CSSStyleSheet()
    older.replaceSync('textarea { field-sizing: fixed !important }')
    document.adoptedStyleSheets.push(older)
  })
  await begin(page, 0)
  const height = () => field(page).evaluate(({ clientHeight }) => clientHeight)
  const hidden = () => field(page).evaluate((typed) => typed.scrollHeight - typed.clientHeight)
  const ofOneLine = await height()
  expect(await hidden()).toBeLessThanOrEqual(0)

  await field(page).fill('It snowed that night, and nobody met us. '.repeat(6))

  await expect.poll(height).toBeGreaterThan(ofOneLine * 3)
  expect(await hidden()).toBeLessThanOrEqual(0)
  await field(page).fill('We came home.')
  await expect.poll(height).toBe(ofOneLine)
})

test('the keys work where the keyboard writes other letters, for a transcript and for the search', async ({
  page,
  story,
}) => {
  await openTranscript(page, story.storyId)
  await word(page, 0, 0).press('ArrowRight')
  await word(page, 0, 1).dispatchEvent('keydown', { key: 'ы', code: 'KeyS' })
  await expect(line(page, 1)).toContainText('came home.')

  await page.locator('body').dispatchEvent('keydown', { key: 'я', code: 'KeyZ', ctrlKey: true })
  await expect(line(page, 0)).toContainText('We came home.')
  await page.locator('body').dispatchEvent('keydown', { key: 'κ', code: 'KeyK', ctrlKey: true })
  await expect(page.getByRole('dialog', { name: /search/i })).toBeVisible()
})
