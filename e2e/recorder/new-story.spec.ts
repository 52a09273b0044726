import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { type Person, signUp } from '../person.ts'
import { spooledRecordings } from './profile.ts'
import { expectWhole, fillStory, storedOriginals } from './stored.ts'
import {
  endSession,
  keptMs,
  openStudio,
  record,
  recordedFor,
  shownSeconds,
  stopAndCount,
  test,
} from './studio.ts'

test('all that is left of a session whose story was deleted becomes one new story, in order, with its notes in their places', async ({
  page,
  person,
  server,
}) => {
  await openStudio(page, 'The orchard')
  const id = storyOf(page)
  await record(page)
  await recordedFor(page, 2)
  const firstMs = await stopAndCount(page)
  await expect(page.getByTestId('safety-line')).toHaveText('Everything is safe on the server')
  await person.api.stories.delete({ id })

  const notes: { text: string; fromMs: number; toMs: number }[] = []
  const counted = [firstMs]
  for (const text of ['Apples in the cellar', 'Pears on the roof']) {
    await record(page)
    await recordedFor(page, Math.ceil((counted.at(-1) ?? 0) / 1_000) + 2)
    notes.push(await addNote(page, text))
    counted.push(await stopAndCount(page))
  }
  const late = Promise.withResolvers<void>()
  await page.route(/\/assets\/(save-copy|discard-recording)-/, async (route) => {
    await late.promise
    await route.continue()
  })
  await endSession(page)
  await expect(page.getByText('This story was deleted.')).toHaveCount(2)
  const keep = page.getByRole('button', { name: 'Keep it as a new story' })
  await test.step('on a phone, too, each stands still while what else can be done is loaded', async () => {
    const desk = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const further = page.getByRole('button', { name: /^(Save a copy|Discard)$/ })
    await expect(further).toHaveCount(0)
    const places = () => keep.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    const before = await places()
    late.resolve()
    await expect(further).toHaveCount(4)
    expect(await places()).toEqual(before)
    if (desk !== null) await page.setViewportSize(desk)
  })
  await keep.first().click()
  await expect(page.getByTestId('delivery')).toHaveCount(0)

  const stored = await storedOriginals(person, server.origin, 2)
  expect(stored.map(({ recording }) => recording.part)).toEqual([0, 1])
  for (const [index, { path }] of stored.entries()) {
    expectWhole(path, (counted[index + 1] ?? 0) - (counted[index] ?? 0))
  }
  const [story, ...others] = await storiesOf(person)
  expect(others).toEqual([])
  expect(story?.id).not.toBe(id)
  await expect.poll(async () => (await storiesOf(person))[0]?.notes.length).toBe(2)
  const kept = (await storiesOf(person))[0]?.notes ?? []
  expect(kept.map(({ text }) => text)).toEqual(notes.map(({ text }) => text))
  for (const [index, { timestamp }] of kept.entries()) {
    const { fromMs = 0, toMs = 0 } = notes[index] ?? {}
    const [from, to] = [fromMs, toMs].map((ms) => (ms - firstMs) / 1_000)
    expect(secondsOf(timestamp), `from ${from} on`).toBeGreaterThanOrEqual((from ?? 0) - 1)
    expect(secondsOf(timestamp), `to ${to}`).toBeLessThanOrEqual((to ?? 0) + 1)
  }

  // Going back continues the existing story.
  await page.goBack()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await writeNote(page, 'Plums under the bed')
  await expect
    .poll(async () => (await storiesOf(person)).map((each) => each.notes.map(({ text }) => text)))
    .toEqual([[...notes.map(({ text }) => text), 'Plums under the bed']])
})

test('where the device fails in the middle of it, pressing again brings the rest to the same new story', async ({
  page,
  context,
  person,
  server,
}) => {
  await page.addInitScript(failWhereTold)
  await openStudio(page, 'Cut in two')
  const counted = await tellTwoParts(page, person)
  await context.setOffline(false)
  await expect(page.getByText('This story was deleted.')).toHaveCount(2)

  await page.evaluate(() => Object.assign(window, { putsLeft: 1 }))
  const keep = page.getByRole('button', { name: 'Keep it as a new story' })
  await keep.first().click()
  await expect(page.getByText('Not everything is in the new story yet')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { putsLeft: undefined }))
  await storedOriginals(person, server.origin, 1)
  await keep.click()

  const stored = await storedOriginals(person, server.origin, 2)
  expect(stored.map(({ recording }) => recording.part)).toEqual([0, 1])
  expectWhole(stored[1]?.path ?? '', counted[1] - counted[0])
  expect(await storiesOf(person)).toHaveLength(1)
})

test('what somebody records for a story that is only shared with them becomes a new one of theirs; nothing leads them there', async ({
  page,
  person,
  server,
}) => {
  const owner = await signUp(server.origin)
  const id = newId()
  await owner.api.stories.create({ id, title: 'The orchard', method: 'journal' })
  const shared = { resourceType: 'story', resourceId: id } as const
  await owner.api.sharing.share({ ...shared, email: person.email, role: 'viewer' })
  for (const place of ['journal', 'upload']) {
    await page.goto(`/app/stories/${id}/${place}`)
    await expect(page.getByRole('link', { name: 'Back to the story' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go on in the studio' })).toHaveCount(0)
  }

  await page.goto(`/app/studio?storyId=${id}&title=The+orchard&further=true`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await expect(page.getByText('This story belongs to somebody else').first()).toBeVisible()
  await recordedFor(page, 2)
  const counted = await stopAndCount(page)
  await endSession(page)
  await page.getByRole('button', { name: 'Keep it as a new story' }).click()
  await expect(page.getByTestId('delivery')).toHaveCount(0)

  const [stored] = await storedOriginals(person, server.origin)
  expectWhole(stored?.path ?? '', counted)
  expect((await storiesOf(person)).map(({ title }) => title)).toEqual(['The orchard'])
  expect((await owner.api.stories.get({ id })).recordings).toEqual([])
})

test('two tabs that keep it as a new story at once make one, and what one of them records goes there, too', async ({
  page,
  context,
  person,
  server,
}) => {
  await openStudio(page, 'In two tabs')
  const id = storyOf(page)
  await context.setOffline(true)
  await record(page)
  await recordedFor(page, 2)
  const firstMs = await stopAndCount(page)
  await endSession(page)
  await person.api.stories.create({ id, title: 'In two tabs', method: 'recording' })
  await person.api.stories.delete({ id })
  await context.setOffline(false)

  const other = await context.newPage()
  await goOnWith(other, id, 1)
  await record(other)
  await recordedFor(other, 2)
  await stopAndCount(other)
  await endSession(other)
  const third = await context.newPage()
  await goOnWith(third, id, 2)
  await record(third)
  await recordedFor(third, 2)
  const keepIn = (tab: Page) => tab.getByRole('button', { name: 'Keep it as a new story' })
  for (const tab of [page, other]) await expect(keepIn(tab).first()).toBeVisible()
  // In the second tab the button may be gone by then, because its work is done.
  const press = (buttons: (HTMLElement | SVGElement)[]) =>
    buttons[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await Promise.all([page, other].map((tab) => keepIn(tab).evaluateAll(press)))
  await recordedFor(third, (await shownSeconds(third)) + 2)
  const thirdMs = await stopAndCount(third)
  await endSession(third)

  const stored = await storedOriginals(person, server.origin, 3)
  expect(stored.map(({ recording }) => recording.part)).toEqual([0, 1, 2])
  expectWhole(stored[0]?.path ?? '', firstMs)
  expectWhole(stored[2]?.path ?? '', thirdMs)
  expect(await storiesOf(person)).toHaveLength(1)
  for (const tab of [page, other, third]) await expect(tab.getByTestId('delivery')).toHaveCount(0)
})

test('a story that has all the parts it may have says so, and what was recorded becomes a new story', async ({
  page,
  person,
  server,
}) => {
  const id = newId()
  await fillStory(person, id, limits.partsPerStory)
  await goOnWith(page, id, limits.partsPerStory)
  const counted: number[] = []
  for (const seconds of [2, 5]) {
    await record(page)
    await recordedFor(page, seconds)
    counted.push(await stopAndCount(page))
  }
  await writeNote(page, 'Where the last apples lie')
  await expect.poll(async () => (await person.api.stories.get({ id })).notes.length).toBe(1)
  await endSession(page)
  await expect(page.getByText('This story has as many parts as one can hold.')).toHaveCount(2)
  await page.getByRole('button', { name: 'Keep it as a new story' }).first().click()

  const stored = await storedOriginals(person, server.origin, 2)
  expect(stored.map(({ recording }) => recording.part)).toEqual([0, 1])
  expectWhole(stored[0]?.path ?? '', counted[0] ?? 0)
  const stories = await storiesOf(person)
  expect(stories.map(({ recordings }) => recordings.length).sort()).toEqual([100, 2].sort())
  await expect
    .poll(async () => (await storiesOf(person)).map((each) => [each.id === id, each.notes.length]).toSorted())
    .toEqual([
      [false, 1],
      [true, 0],
    ])
  expect(await spooledRecordings(page)).toEqual([])
})

const storyOf = (page: Page) => new URL(page.url()).searchParams.get('storyId') ?? ''

async function storiesOf({ api }: Person) {
  const { items } = await api.stories.list({})
  return Promise.all(items.map(({ id }) => api.stories.get({ id })))
}

/** Adds a note during the recording, and returns the timer's count before and after it: the note's time lies between the two. */
async function addNote(page: Page, text: string) {
  const fromMs = await keptMs(page)
  await writeNote(page, text)
  return { text, fromMs, toMs: await keptMs(page) }
}

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Journal' }).click()
  await page.getByLabel('Your note').fill(text)
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(page.getByRole('list', { name: 'Entries' }).getByText(text)).toBeVisible()
}

/** Records two parts without a network into a story that is then deleted. Returns the timer's count after each. */
async function tellTwoParts(page: Page, person: Person): Promise<[number, number]> {
  const id = storyOf(page)
  await page.context().setOffline(true)
  await record(page)
  await recordedFor(page, 2)
  const first = await stopAndCount(page)
  await record(page)
  await recordedFor(page, 5)
  const both = await stopAndCount(page)
  await endSession(page)
  await person.api.stories.create({ id, title: 'Cut in two', method: 'recording' })
  await person.api.stories.delete({ id })
  return [first, both]
}

async function goOnWith(page: Page, storyId: string, parts: number): Promise<void> {
  await page.goto(`/app/studio?storyId=${storyId}&title=In+two+tabs&further=true&parts=${parts}`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()
}

function secondsOf(timestamp: string): number {
  const [minutes = 0, seconds = 0] = timestamp.split(':').map(Number)
  return minutes * 60 + seconds
}

/** Runs in the page: once told to, lets the row of a recording be changed so many more times, and then fails. */
function failWhereTold(): void {
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...how) {
    const left = Reflect.get(window, 'putsLeft')
    if (this.name === 'recordings' && typeof left === 'number') {
      if (left === 0) throw new DOMException('Internal error.', 'UnknownError')
      Object.assign(window, { putsLeft: left - 1 })
    }
    return put.apply(this, how)
  }
}
