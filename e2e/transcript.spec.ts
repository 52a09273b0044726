import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { textOf } from '#contract/transcript-words.ts'
import { recordWhole } from '../server/testing/recorder.ts'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { accessibilityFindings } from './accessibility.ts'
import { holdAnswer } from './hold-answer.ts'
import { isOnTop } from './is-on-top.ts'
import { losesCalls } from './lost.ts'
import { type Person, signInHere, signUp } from './person.ts'
import { pressWordTwice } from './press-word-twice.ts'
import { spokenFilm } from './spoken-film.ts'
import { test as withDatabase } from './test-with-database.ts'
import { begin, choose, field, line, openTranscript, word } from './transcript-page.ts'
import { asSeenByServer, heard, type Talk } from './transcripts.ts'

const journal = join(tmpdir(), `kinora-e2e-speech-${process.pid}.jsonl`)
const engine = join(import.meta.dirname, '../server/testing/speech-command.ts')

type Story = { person: Person; id: string; storyId: string }

const test = withDatabase.extend<{ story: Story }>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the wanted fixtures from here
    async ({}, use) => {
      await use({
        SPEECH_ENGINE: 'command',
        SPEECH_COMMAND: JSON.stringify([process.execPath, engine, journal, '300']),
      })
      for (const file of [journal, `${journal}.broken`, `${journal}.held`]) rmSync(file, { force: true })
    },
    { scope: 'worker' },
  ],
  /** A person with a transcribed story, open at its transcript. */
  story: async ({ world, person, page }, use) => {
    const { id, storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
    await openTranscript(page, storyId)
    await use({ person, id, storyId })
  },
})

const talks: Talk[] = [
  { speaker: '1', startMs: 100, text: 'Where did you live then?' },
  { speaker: '2', startMs: 1400, text: 'We ?caried a red suit case.' },
  { speaker: '1', startMs: 3000, text: 'And then?' },
  { speaker: '2', startMs: 4000, text: 'Then we came to Odesa by the sea.' },
]
const told = talks.map(({ text }) => text.replace('?caried', 'caried'))

test('a word that is pressed is heard, the spoken word is marked, and the keyboard does the same', async ({
  page,
  story: _,
}) => {
  await word(page, 1, 3).click()
  await pauseFrom(page, 2.15)
  await expect(page.locator('[data-spoken]')).toHaveCount(1)
  await expect(line(page, 1).locator('[data-spoken]')).toHaveCount(1)

  await expect(page.locator('[data-word][tabindex="0"]')).toHaveCount(1)
  await word(page, 0, 0).click()
  await page.keyboard.press('ArrowRight')
  await expect(word(page, 0, 1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(word(page, 1, 1)).toBeFocused()
  await expect(word(page, 1, 1)).toHaveAttribute('aria-description', 'The machine was not sure')
  await expect(word(page, 1, 1)).toHaveCSS('text-decoration-style', 'dotted')
  await expect(word(page, 1, 2)).toHaveCSS('text-decoration-line', 'none')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(word(page, 2, 0)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(1.4)
  if (await isPlaying(page)) await page.keyboard.press('Space')
  await expect.poll(() => isPlaying(page)).toBe(false)
  // From its beginning, and at the slowest speed that browsers know: the film would be over on a machine that stands still for seconds.
  await page.locator('video, audio').evaluate((element: HTMLMediaElement) => {
    Object.assign(element, { currentTime: 0, playbackRate: 0.0625 })
  })
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
})

test('what a line’s menu offers lies above the lines below it, and above the player where it opens upwards', async ({
  page,
  story: _,
}) => {
  for (const height of [1_180, 620]) {
    await page.setViewportSize({ width: 820, height })
    await word(page, 0, 1).click()
    await line(page, 0)
      .getByRole('button', { name: /^More for the line/ })
      .click()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveCount(5)
    for (const item of await items.all()) {
      expect(await item.evaluate(isOnTop), `${await item.textContent()} at ${height} px`).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
  }
})

test('a word that is pressed while the quicker copy of a film turns up is heard all the same', async ({
  page,
  story: { person, storyId },
}) => {
  const copy = await openWithoutCopy(page, storyId)
  const player = page.locator('video, audio')
  await expect(player).not.toHaveJSProperty('readyState', 0)
  const original = await player.getAttribute('src')

  const answerWithCopy = await holdAnswer(page, 'media/address')
  const asked = page.waitForRequest('**/rpc/media/address')
  copy.isThere = true
  await person.api.stories.update({ id: storyId, title: 'Told at the window' })
  await asked
  await word(page, 1, 0).click()
  await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(1.4)
  await answerWithCopy()
  await expect(page.getByRole('heading', { name: 'Told at the window' })).toBeVisible()
  expect(await placeOf(page)).toBeGreaterThanOrEqual(1.4)
  await expect(player).toHaveAttribute('src', original ?? '')
})

test('a film that nobody has begun gives way to its quicker copy', async ({
  page,
  story: { person, storyId },
}) => {
  const copy = await openWithoutCopy(page, storyId)
  const player = page.locator('video, audio')
  await expect(player).not.toHaveJSProperty('readyState', 0)
  const original = await player.getAttribute('src')

  copy.isThere = true
  await person.api.stories.update({ id: storyId, title: 'Told at the window' })
  await expect(player).not.toHaveAttribute('src', original ?? '')
  await word(page, 1, 0).click()
  await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(1.4)
})

test('a line is corrected where it stands, split, joined, given to somebody, and taken back step by step', async ({
  page,
  story,
}) => {
  expect(await accessibilityFindings(page)).toEqual([])
  await pressWordTwice(word(page, 1, 1))
  await field(page).fill('We carried a red suitcase.')
  await field(page).press('Enter')
  await expect(line(page, 1)).toContainText('We carried a red suitcase.')
  await expect(page.getByText('Everything is saved')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(line(page, 1)).toContainText('We carried a red suitcase.')

  await word(page, 3, 0).click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('s')
  await expect(line(page, 4)).toContainText('by the sea.')
  await page.keyboard.press('j')
  await expect(line(page, 3)).toContainText('Then we came to Odesa by the sea.')
  await expect(line(page, 4)).toHaveCount(0)

  await line(page, 1)
    .getByRole('button', { name: /say who speaks/ })
    .click()
  await page.getByLabel('Somebody else').fill('Oksana Petrenko')
  await page.getByRole('button', { name: 'Give this name' }).click()
  await expect(page.getByRole('button', { name: /^Oksana Petrenko: say/ })).toHaveCount(2)
  await line(page, 2)
    .getByRole('button', { name: /say who speaks/ })
    .click()
  await page.getByLabel('Only this line').check()
  await page.getByRole('button', { name: 'Oksana Petrenko', exact: true }).click()
  await expect(line(page, 0).getByRole('button', { name: /^Speaker 1/ })).toBeVisible()
  // Three consecutive lines of one speaker show the name once.
  await expect(page.getByRole('button', { name: /^Oksana Petrenko: say/ })).toHaveCount(1)
  await line(page, 0)
    .getByRole('button', { name: /say who speaks/ })
    .click()
  await page.getByRole('button', { name: 'Oksana Petrenko', exact: true }).click()
  // The dialog takes all keys until it has closed, and nothing behind it can be found until then.
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Speaker 1/ })).toHaveCount(0)
  await expect.poll(() => speakersOf(story)).toEqual(['2', '2', '2', '2'])

  for (const expected of [
    ['1', '2', '2', '2'],
    ['1', '2', '1', '2'],
  ]) {
    await page.keyboard.press('Control+z')
    await expect.poll(() => speakersOf(story)).toEqual(expected)
  }
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => speakersOf(story)).toEqual(['1', '2', '2', '2'])

  await page.getByRole('button', { name: 'History' }).click()
  const step = page.getByRole('listitem').filter({ hasText: 'changed “caried a red suit case.”' })
  await step.getByRole('button', { name: 'Undo this' }).click()
  await expect(step.getByText('Taken back')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line(page, 1)).toContainText(told[1] ?? '')
  expect(await saidIn(story)).toEqual(told)
})

test('on a phone a word stays under the finger that presses it, and a second press corrects its line', async ({
  page,
  story: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // The tools of the first line stand below its words, and disappear when the second line is pressed.
  await expect(line(page, 0).getByRole('button', { name: /^Correct/ })).toBeVisible()
  await pressWordTwice(word(page, 1, 1))
  await expect(field(page)).toHaveValue('We caried a red suit case.')
})

test('what is said is found and replaced once and everywhere, looked at in all three layers, and leaves as files', async ({
  page,
  story,
}) => {
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find', { exact: true }).fill('then')
  await expect(page.getByText('1 of 3')).toBeVisible()
  // A replacement that holds the sought word is not the next match.
  await page.getByLabel('Replace with').fill('since then')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(line(page, 0)).toContainText('Where did you live since then?')
  await expect(page.getByText('2 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(page, 0)).toContainText('Where did you live then?')

  await page.getByLabel('Find', { exact: true }).press('Enter')
  await expect(page.getByText('3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'The one before' }).click()
  await expect(page.getByText('2 of 3')).toBeVisible()
  await page.getByLabel('Replace with').fill('later')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(line(page, 2)).toContainText('And later?')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText('Replaced in 2 places')).toBeVisible()
  await expect(line(page, 0)).toContainText('Where did you live later?')
  expect(await accessibilityFindings(page)).toEqual([])
  // Nothing is left to replace: the button that was pressed takes no keys any more.
  await expect(page.getByLabel('Find', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Find', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await expect(page.getByLabel('Find', { exact: true })).toBeFocused()
  await expect(page.getByText('Replaced in 2 places')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(page, 0)).toContainText('Where did you live then?')

  await choose(page, 'As it was spoken', 'As it reads well')
  await page.getByRole('button', { name: /Correct the line at 0:01/ }).click()
  await page.getByLabel(/How it reads well/).fill('We carried a red suitcase.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel(/How it reads well/)).toBeHidden()
  await expect(line(page, 1)).toContainText('We carried a red suitcase.')
  const reading = await download(page, 'Plain text')
  expect(reading.name).toBe('The winter of 1956.txt')
  expect(reading.text).toContain('We carried a red suitcase.')

  await choose(page, 'As it reads well', 'As the machine heard it')
  await expect(page.getByLabel('What the machine heard')).toContainText('And then?')
  // What it would take back is not seen there.
  await page.keyboard.press('Control+z')
  await choose(page, 'As the machine heard it', 'As it was spoken')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Redo' })).toBeDisabled()
  for (const [format, name, start] of [
    ['WebVTT', 'The winter of 1956.vtt', 'WEBVTT'],
    ['SRT', 'The winter of 1956.srt', '1\n00:00'],
    ['Markdown', 'The winter of 1956.md', '# The winter'],
    ['JSON', 'The winter of 1956.json', '{'],
    ['OHMS', 'The winter of 1956.ohms.xml', '<?xml'],
    ['TEI', 'The winter of 1956.tei.xml', '<?xml'],
  ] as const) {
    const file = await download(page, format)
    expect(file.name).toBe(name)
    expect(file.text.slice(0, 40)).toContain(start)
  }
  expect(await saidIn(story)).toContain('And later?')
})

test('whoever opens a menu while a line is being saved keeps it open when the answer comes', async ({
  page,
  story: _,
}) => {
  await choose(page, 'As it was spoken', 'As it reads well')
  await page.getByRole('button', { name: /Correct the line at 0:01/ }).click()
  const field = page.getByLabel(/How it reads well/)
  await field.fill('We carried a red suitcase.')
  const answer = await holdAnswer(page, 'transcripts/edit')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field).not.toBeEditable()
  await page.getByLabel('Tools').getByRole('button', { name: 'Download' }).click()
  const item = page.getByRole('menuitem', { name: 'Plain text' })
  await expect(item).toBeVisible()
  await answer()
  await expect(field).toBeHidden()
  const [file] = await Promise.all([page.waitForEvent('download'), item.click()])
  expect(readFileSync(await file.path(), 'utf8')).toContain('We carried a red suitcase.')
})

test('two people at once lose nothing: what goes together stands together, and what does not is told with what was typed', async ({
  page,
  context,
  story,
}) => {
  const other = await context.newPage()
  await openTranscript(other, story.storyId)
  await begin(page, 3)
  await begin(other, 3)
  await field(page).fill('Then we sailed to Odesa by the sea.')
  await field(other).fill('Then we came to Odesa by the warm sea.')
  await Promise.all([field(page).press('Enter'), field(other).press('Enter')])
  for (const screen of [page, other]) {
    await expect(line(screen, 3)).toContainText('Then we sailed to Odesa by the warm sea.')
  }

  // One person is typing when the other's correction of the same word arrives.
  await begin(page, 0)
  const overtaken = async (route: Route) => {
    await begin(other, 0)
    await field(other).fill('Where did you stay then?')
    await field(other).press('Enter')
    await expect.poll(async () => (await saidIn(story))[0]).toBe('Where did you stay then?')
    await route.continue()
  }
  await page.route('**/transcripts/edit', overtaken, { times: 1 })
  await field(page).fill('Where did you dwell then?')
  await field(page).press('Enter')
  const note = line(page, 0).getByRole('alert')
  await expect(note).toContainText('Somebody else changed the same words')
  await expect(note).toContainText('Where did you dwell then?')
  expect((await saidIn(story))[0]).toBe('Where did you stay then?')
  await note.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(async () => (await saidIn(story))[0]).toBe('Where did you dwell then?')
  await expect(line(other, 0)).toContainText('Where did you dwell then?')
})

test('lines that nobody answered for come by themselves, at once or when the server is heard of again', async ({
  page,
  story,
}) => {
  const lost = await losesCalls(page, '**/rpc/transcripts/lines')
  await openTranscript(page, story.storyId)
  expect(lost()).toBe(2)

  await page.route('**/rpc/transcripts/lines', (route) => route.abort(), { times: 3 })
  await page.goto(`/app/stories/${story.storyId}?tab=transcript`)
  await expect(page.getByRole('heading', { name: 'The transcript could not be loaded' })).toBeVisible()
  await story.person.api.transcripts.replaceAll({
    id: story.id,
    editId: uuidv7(),
    find: 'sea',
    replacement: 'harbour',
    matchCase: false,
    wholeWords: true,
  })
  await expect(line(page, 3)).toContainText('Odesa by the harbour')
})

test('what is typed while nobody answers is kept on the device, through a closed tab, and sent when somebody does', async ({
  page,
  context,
  story,
}) => {
  const join = await correctUnheard(page, context)
  await expect(line(page, 2)).toContainText('And what then?')
  await begin(page, 2)
  await field(page).fill('And what came then?')
  await field(page).press('Enter')
  await expect(line(page, 2)).toContainText('And what came then?')
  expect((await saidIn(story))[2]).toBe('And then?')
  await page.close()

  join()
  const again = await context.newPage()
  await openTranscript(again, story.storyId)
  await expect(line(again, 2)).toContainText('And what came then?')
  await expect.poll(async () => (await saidIn(story))[2]).toBe('And what came then?')
})

test('a page of a hotel’s network in place of an answer has saved nothing: what is typed is kept, and sent later', async ({
  page,
  context,
  story,
}) => {
  const welcome = { contentType: 'text/html', body: '<h1>Welcome to the hotel network</h1>' }
  const join = await correctUnheard(page, context, (route) => route.fulfill(welcome))
  expect((await saidIn(story))[2]).toBe('And then?')
  join()
  await expect.poll(async () => (await saidIn(story))[2]).toBe('And what then?')
})

test('what was typed while nobody answered is sent from whatever page is open when somebody does', async ({
  page,
  context,
  story,
}) => {
  const join = await correctUnheard(page, context)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Only this device has: 1 correction of a transcript.')
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  expect((await saidIn(story))[2]).toBe('And then?')

  join()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(async () => (await saidIn(story))[2]).toBe('And what then?')
})

test('what was typed for a story that was deleted before it could be sent is sent when the story is restored', async ({
  page,
  context,
  story: { person, ...story },
}) => {
  const join = await correctUnheard(page, context)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await person.api.stories.delete({ id: story.storyId })
  // Before the way is open: the page also tries by itself, and what was refused once rests for minutes.
  const refused = page.waitForResponse('**/transcripts/edit')
  join()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect((await refused).status()).toBe(404)

  await person.api.stories.restore({ id: story.storyId })
  await page.reload()
  await expect.poll(async () => (await saidIn({ person, ...story }))[2]).toBe('And what then?')
})

test('what was typed for a story that is not restored is kept for as long as the trash keeps the story', async ({
  page,
  context,
  story: { person, storyId },
}) => {
  const join = await correctUnheard(page, context)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await person.api.stories.delete({ id: storyId })
  join()
  const kept = () =>
    page.evaluate(
      () => Object.keys(localStorage).filter((name) => name.startsWith('kinora.transcript.')).length,
    )
  const visitAfter = async (days: number) => {
    await page.clock.setFixedTime(Date.now() + days * 86_400_000)
    const refused = page.waitForResponse('**/transcripts/edit')
    await page.reload()
    expect((await refused).status()).toBe(404)
  }

  await visitAfter(0)
  await visitAfter(29)
  expect(await kept()).toBe(1)
  await visitAfter(31)
  await expect.poll(kept).toBe(0)
})

test('a failed transcript says why and is retried; its words come in as they are heard, also on a phone', async ({
  world,
  page,
  context,
}) => {
  const person = await signUp(world.server.origin)
  await signInHere(context, person)
  await page.goto('/app')
  const storyId = uuidv7()
  writeFileSync(`${journal}.broken`, '')
  await recordWhole(asSeenByServer(world.server, person), await spokenFilm(page), {
    storyId,
    kind: 'audio',
    mimeType: 'audio/webm;codecs=opus',
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(page.getByText('This could not be transcribed')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('not set up as it should be')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  rmSync(`${journal}.broken`)
  // It listens until that was seen: on a machine that stands still for a second all words were there before.
  writeFileSync(`${journal}.held`, '')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/Waiting to be listened to|Listening to the recording/)).toBeVisible()
  rmSync(`${journal}.held`)
  await expect(line(page, 0)).toContainText('We came to Odessa.', { timeout: 30_000 })
  await expect(page.getByText('Listening to the recording')).toBeHidden()

  await word(page, 0, 3)
    .tap()
    .catch(() => word(page, 0, 3).click())
  await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(1)
  await line(page, 0)
    .getByRole('button', { name: /^Correct/ })
    .click()
  await field(page).fill('We came to Odesa.')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(line(page, 0)).toContainText('We came to Odesa.')
  expect(await accessibilityFindings(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

/** The state of a page that was opened before the film's playback copy was ready; it is told when the story changes. */
async function openWithoutCopy(page: Page, storyId: string): Promise<{ isThere: boolean }> {
  const copy = { isThere: false }
  await page.route('**/rpc/stories/get', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    if (!copy.isThere) for (const recording of answer.json.recordings) recording.playbackMediaId = null
    await route.fulfill({ response, json: answer })
  })
  await openTranscript(page, storyId)
  return copy
}

async function download(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByLabel('Tools').getByRole('button', { name: 'Download' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

const placeOf = (page: Page) =>
  page.locator('video, audio').evaluate((element: HTMLMediaElement) => element.currentTime)
/** Corrects a line while corrections do not reach the server. */
async function correctUnheard(
  page: Page,
  context: BrowserContext,
  unheard = (route: Route) => route.abort(),
): Promise<() => void> {
  let isCut = true
  await context.route('**/transcripts/edit', (route) => (isCut ? unheard(route) : route.continue()))
  await begin(page, 2)
  await field(page).fill('And what then?')
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('1 correction kept on this device')
  // Not by removing the route, because a try that is under way at that moment would never be answered.
  return () => {
    isCut = false
  }
}

/** Pauses the player as soon as it has reached this time, and exactly there: the line is over within the second. */
const pauseFrom = (page: Page, seconds: number) =>
  page.locator('video, audio').evaluate(
    (element: HTMLMediaElement, from) =>
      new Promise<void>((paused) => {
        const look = () => {
          if (element.currentTime < from) return requestAnimationFrame(look)
          element.pause()
          // A busy machine notices late, when the word, and even the film, may be over.
          element.currentTime = from
          return paused()
        }
        look()
      }),
    seconds,
  )
const isPlaying = (page: Page) =>
  page.locator('video, audio').evaluate((element: HTMLMediaElement) => !element.paused)

async function saidIn({ person, id }: Story): Promise<string[]> {
  const { items } = await person.api.transcripts.lines({ id })
  return items.map((each) => textOf(each.words))
}

/** The speaker of each line, with merged speakers taken as one. */
async function speakersOf({ person, id }: Story): Promise<(string | null)[]> {
  const { speakers } = await person.api.transcripts.get({ id })
  const { items } = await person.api.transcripts.lines({ id })
  return items.map(({ speaker }) => speakers.find(({ key }) => key === speaker)?.mergedInto ?? speaker)
}
