import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { textOf } from '#contract/transcript-words.ts'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { accessibilityFindings } from './accessibility.ts'
import { holdAnswer } from './hold-answer.ts'
import { loseAnswer } from './lose-answer.ts'
import { signInHere, signUp } from './person.ts'
import { test as withDatabase } from './test-with-database.ts'
import { standInForTextModel } from './text-model.ts'
import { heard, type Talk } from './transcripts.ts'
import { twoFrames } from './two-frames.ts'

const talks: Talk[] = [
  { speaker: '1', startMs: 100, text: 'We had eleven goats.' },
  { speaker: '1', startMs: 1_150, text: 'Oksana milked the goats.' },
  { speaker: '1', startMs: 2_200, text: 'I recieved a letter from the soldiers near Odesa.' },
]
/** What a model might propose for the story; one sentence and one person are not in it. */
const reading = {
  title: { text: 'The letter near Odesa', sentences: [2] },
  summary: [
    { text: 'The family had eleven goats.', sentences: [0] },
    { text: 'Later they moved to America.', sentences: [2] },
  ],
  tags: [
    { text: 'goats', sentences: [0, 1] },
    { text: 'letter', sentences: [2] },
  ],
  chapters: [
    { title: 'The goats', sentence: 0 },
    { title: 'The letter from the soldiers', sentence: 2 },
  ],
  people: [
    { text: 'Oksana', sentences: [1] },
    { text: 'Mykola', sentences: [1] },
  ],
  places: [{ text: 'Odesa', sentences: [2] }],
  questions: [
    { text: 'What became of the letter from the soldiers?', sentences: [2] },
    { text: 'What did Mykola say to it?', sentences: [2] },
  ],
}

/** The corrections that it might suggest. */
const corrections = {
  corrections: [
    { line: 0, type: 'typo', original: 'eleven', suggested: 'seven', reason: 'It sounds alike.' },
  ],
}

/** The chapter that it might write for a book; nobody said its last sentence. */
const chapter = {
  paragraphs: [
    {
      sentences: [
        { text: 'We had eleven goats, and Oksana milked the goats.', from: [0, 1] },
        { text: 'I got a letter from the soldiers near Odesa.', from: [2] },
        { text: 'Later we moved to America.', from: [2] },
      ],
    },
  ],
}

/** The words that make the image model refuse a picture. */
const notToBeDrawn = 'with a sword'

function answerTo(material: string) {
  if (material.startsWith('{')) return corrections
  return /^0 A: /.test(material) ? chapter : reading
}

const test = withDatabase.extend({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the wanted fixtures from here
    async ({}, use) => {
      const model = await standInForTextModel(answerTo, notToBeDrawn)
      await use({ AI_URL: model.url, AI_KEY: 'sk', AI_MODEL: 'stand-in', AI_IMAGE_MODEL: 'painter' })
      model.close()
    },
    { scope: 'worker' },
  ],
})

test('what a story is about is proposed with its places, decided by a person, and leads into the recording', async ({
  world,
  context,
  page,
}) => {
  const person = await signUp(world.server.origin)
  await signInHere(context, person)
  const member = uuidv7()
  await person.api.familyMembers.create({ id: member, firstName: 'Oksana', lastName: 'Petrenko' })
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Summary' }).click()
  const about = page.getByRole('region', { name: 'What it is about' })

  await about.getByRole('button', { name: 'Read the story' }).click()
  await expect(about.getByText('The family had eleven goats.')).toBeVisible()
  await expect(about.getByText(/Written by the text model stand-in/)).toBeVisible()
  await expect(about.getByText('America')).toHaveCount(0)
  await expect(about.getByText('Mykola')).toHaveCount(0)
  await expect.poll(() => accessibilityFindings(page)).toEqual([])

  await about.getByRole('button', { name: 'Accept the summary' }).click()
  await expect(about.getByText('The summary was accepted.')).toBeVisible()
  await about.getByRole('button', { name: 'Edit title The letter near Odesa' }).click()
  await about.getByRole('textbox', { name: 'Title' }).fill('Eleven goats')
  await about.getByRole('button', { name: 'Accept in these words' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Eleven goats' })).toBeVisible()
  await about.getByRole('button', { name: 'Accept all 2 Tags' }).click()
  await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible()
  await about.getByRole('button', { name: 'Refuse place Odesa' }).click()
  await expect(about.getByText('“Odesa” was refused.')).toBeVisible()
  await about.getByRole('button', { name: 'Undo' }).click()
  await expect(about.getByRole('button', { name: 'Accept place Odesa' })).toBeVisible()

  const question = 'What became of the letter from the soldiers?'
  await about.getByRole('button', { name: `Add to My Prompts: ${question}` }).click()
  await expect(about.getByText(`“${question}” was added to My Prompts.`)).toBeVisible()
  await about.getByRole('button', { name: 'Undo' }).click()
  await about.getByRole('button', { name: `Add to My Prompts: ${question}` }).click()
  await expect
    .poll(async () => (await person.api.prompts.list({ list: 'own' })).items)
    .toMatchObject([{ text: question }])

  await about.getByRole('button', { name: 'Accept person Oksana' }).click()
  await expect(about.getByRole('link', { name: 'Oksana' })).toHaveAttribute('href', `/app/family/${member}`)
  await about.getByRole('button', { name: 'Accept all 2 Chapters' }).click()
  await about.getByText('What was decided (8)').click()
  await about.getByRole('button', { name: 'Take back tag letter' }).click()
  await expect(about.getByRole('button', { name: 'Accept tag letter' })).toBeVisible()
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  expect((await person.api.stories.get({ id: storyId })).tags).toEqual(['goats'])

  await page.reload()
  await page.getByRole('tab', { name: 'Recording' }).click()
  await page.getByRole('button', { name: /The letter from the soldiers/ }).click()
  await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(2.15)
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
})

/** Opens the proposals for a transcribed story, as its owner. */
async function openProposals(world: Parameters<typeof heard>[0], page: Page) {
  const person = await signUp(world.server.origin)
  await signInHere(page.context(), person)
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await person.api.storyProposals.read({ storyId })
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Summary' }).click()
  return { person, storyId, about: page.getByRole('region', { name: 'What it is about' }) }
}

test('a proposal in somebody’s own words keeps them when the story is read again meanwhile', async ({
  world,
  page,
}) => {
  const { person, storyId, about } = await openProposals(world, page)
  const edit = about.getByRole('button', { name: 'Edit title The letter near Odesa' })
  await edit.click()
  await about.getByRole('textbox', { name: 'Title' }).fill('Eleven goats')

  await person.api.storyProposals.read({ storyId })
  await expect(edit).toBeVisible()
  await expect(about.getByRole('textbox', { name: 'Title' })).toHaveValue('Eleven goats')
})

test('proposals are decided by keys: a press keeps the focus until its answer, and then the next row has it', async ({
  world,
  page,
}) => {
  const { about } = await openProposals(world, page)
  const accept = about.getByRole('button', { name: 'Accept tag goats' })
  await accept.focus()
  // The request, and not its answer: the page would hear of the decision before that.
  const released = Promise.withResolvers<void>()
  await page.route('**/rpc/storyProposals/decide', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(about.getByRole('button', { name: 'Refuse tag goats' })).toBeDisabled()
  await twoFrames(page)
  await expect(accept).toBeFocused()

  released.resolve()
  await expect(about.getByText('“goats” was accepted.')).toBeVisible()
  const next = about
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Accept tag letter' }) })
  await expect(next).toBeFocused()
})

test('a title whose answer was lost is one’s own, and is written on without a question', async ({
  world,
  page,
}) => {
  const { person, storyId, about } = await openProposals(world, page)
  await about.getByRole('button', { name: 'Edit title The letter near Odesa' }).click()
  const title = about.getByRole('textbox', { name: 'Title' })
  const accept = about.getByRole('button', { name: 'Accept in these words' })
  await title.fill('Eleven gots')
  const waited = await loseAnswer(page, 'storyProposals/decide')
  const isReadAgain = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/rpc/storyProposals/list') && (await answer.text()).includes('Eleven gots'),
  )
  await accept.click()
  await isReadAgain
  waited()
  await expect(about.getByText('Kinora cannot be reached just now.')).toBeVisible()

  await title.fill('Eleven goats')
  await twoFrames(page)
  await expect(page.getByText('Somebody else changed the same meanwhile')).toHaveCount(0)
  await accept.click()
  await expect(title).toBeHidden()
  expect(await person.api.stories.get({ id: storyId })).toMatchObject({ title: 'Eleven goats' })
})

test('a summary that two people put into their own words is told to the second, who decides', async ({
  world,
  page,
}) => {
  const { person, storyId, about } = await openProposals(world, page)
  const words = about.getByRole('textbox', { name: 'Summary' })
  const accept = about.getByRole('button', { name: 'Accept in these words' })
  const summary = async () =>
    (await person.api.storyProposals.list({ storyId })).items.find(({ kind }) => kind === 'summary')
  await about.getByRole('button', { name: 'Edit the summary' }).click()
  await words.fill('Eleven goats, which Oksana milked.')

  const { id, text: was } = (await summary()) ?? { id: '' }
  const theirs = 'The goats, and a letter near Odesa.'
  await person.api.storyProposals.decide({ storyId, ids: [id], decision: 'accepted', text: theirs, was })
  await expect(about.getByText(theirs).first()).toBeVisible()
  await expect(words).toHaveValue('Eleven goats, which Oksana milked.')
  await accept.click()
  await expect(about.getByRole('alert')).toContainText('Somebody else changed the same meanwhile')
  await expect(about.getByRole('alert')).toContainText(theirs)
  expect(await summary()).toMatchObject({ text: theirs })

  const both = 'Eleven goats, which Oksana milked, and a letter near Odesa.'
  await words.fill(both)
  await accept.click()
  await expect(words).toBeHidden()
  expect(await summary()).toMatchObject({ text: both, state: 'accepted' })

  // Undo restores their words, and one's own words, which were taken back, are not lost either.
  const undo = about.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect.poll(summary).toMatchObject({ text: theirs, state: 'accepted' })
  await expect(undo).toHaveCount(0)
  await about.getByText('What was decided (1)').click()
  await about.getByRole('button', { name: 'Take back the summary' }).click()
  await expect(about.getByText('The summary was taken back.')).toBeVisible()
  expect(await summary()).toMatchObject({ text: was, state: 'open' })
  await undo.click()
  await expect.poll(summary).toMatchObject({ text: theirs, state: 'accepted' })
})

test('what may be wrong in a transcript is heard, left alone or made at once, and taken back', async ({
  world,
  context,
  page,
}) => {
  const person = await signUp(world.server.origin)
  await signInHere(context, person)
  // A name that the family knows is not a mistake.
  await person.api.familyMembers.create({ id: uuidv7(), firstName: 'Oksana', lastName: 'Petrenko' })
  const { id, storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  const texts = async () => {
    const { items } = await person.api.transcripts.lines({ id })
    return items.map(({ words }) => textOf(words)).join(' ')
  }
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'AI Suggested Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'AI Suggested Changes' })
  await expect(dialog.getByText('Nobody has looked through this transcript yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Look through it' }).click()

  // The rules for English are loaded for the first time, which takes a while on a busy machine.
  await expect(dialog.getByRole('listitem')).toHaveCount(2, { timeout: 60_000 })
  await expect(dialog.getByText('Checked by the text model, and by the rules of English')).toBeVisible()
  await findNothingInAnyLook(page)
  const eleven = dialog.getByRole('listitem').filter({ hasText: 'It sounds alike.' })
  const approval = eleven.getByRole('switch', { name: 'Approve' })
  await approval.click()
  await dialog.getByRole('button', { name: 'Approve All' }).click()
  await expect(approval).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Make 2 changes' })).toBeEnabled()
  await approval.click()
  await dialog.getByRole('button', { name: 'Make 1 change' }).click()
  await expect(dialog.getByText('1 change made in the transcript.')).toBeVisible()
  expect(await texts()).toContain('I received a letter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  expect(await texts()).toContain('I recieved a letter')

  await eleven.getByRole('button', { name: 'Not a mistake' }).click()
  await expect(eleven).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await expect(dialog.getByRole('button', { name: 'Look again' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: /^Play from/ }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(2.4)
})

test('a chapter is written when somebody asks, read and heard sentence by sentence, and put into the book', async ({
  world,
  context,
  page,
}) => {
  const person = await signUp(world.server.origin)
  await signInHere(context, person)
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'The farm', storyIds: [storyId] })
  await page.goto(`/app/storybooks/${book.id}?page=4`)
  await expect(page.getByText(/I recieved a letter/)).toBeVisible()

  const open = page.getByRole('button', { name: 'Chapters', exact: true })
  const more = page.getByRole('button', { name: 'More for “The farm”' })
  const desk = page.viewportSize() ?? { width: 1280, height: 800 }
  await test.step('with them its commands still stand in one row', async () => {
    for (const width of [1024, 820, desk.width]) {
      await page.setViewportSize({ ...desk, width })
      await expect(open).toBeVisible()
      await expect(more).toHaveCount(width === desk.width ? 0 : 1)
      const rows = () =>
        open.evaluate(({ parentElement }) => {
          const all = [...(parentElement?.children ?? [])]
          return new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size
        })
      await expect.poll(rows, `${width} pixels`).toBe(1)
    }
  })
  await open.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^Write it\b(?! again)/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Write chapters from the recordings' }).click()
  await dialog.getByRole('button', { name: /^Read/ }).click()
  await expect(dialog.getByText('1 sentence that the recording does not bear was left out.')).toBeVisible()
  await expect(
    dialog.getByRole('button', { name: 'We had eleven goats, and Oksana milked the goats.' }),
  ).toBeVisible()
  await expect(dialog.getByText('America')).toHaveCount(0)
  await findNothingInAnyLook(page)
  await dialog.getByRole('switch', { name: 'In their own words' }).click()
  await expect(dialog.getByRole('button', { name: 'Oksana milked the goats.' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Put it into the book' }).click()
  await expect(dialog.getByText(/^The book now shows/)).toBeVisible()
  await page.keyboard.press('Escape')

  const letter = page.getByRole('button', { name: 'I got a letter from the soldiers near Odesa.' })
  const playing = page.waitForResponse((answer) => answer.url().includes('/media/files/') && answer.ok())
  await letter.press('Enter')
  await playing
  await expect(page.getByRole('button', { name: 'Listen from here' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('switch', { name: 'Word for word' }).click()
  await expect(page.getByRole('button', { name: /I recieved a letter/ })).toBeVisible()

  // A newer chapter can be read before it replaces the one in the book, which is final.
  const takeBack = dialog.getByRole('button', { name: /^Show it as it was told/ })
  await page.getByRole('button', { name: 'Chapters', exact: true }).click()
  await failing(page, 'bookChapters/decide', () => takeBack.click())
  await dialog.getByRole('button', { name: /^Write it again/ }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByText('In the book; a newer one to be read')).toBeVisible()
  await expect(takeBack).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Read/ }).click()
  await dialog.getByRole('button', { name: 'Put it into the book' }).click()
  await expect(dialog.getByText(/^The book now shows/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await takeBack.click()
  await page.keyboard.press('Escape')
  await expect(letter).toHaveCount(0)
  await expect(page.getByText(/I recieved a letter/)).toBeVisible()
})

/** A book in which Elena tells, open at the beginning of its chapter. */
async function openBook(world: Parameters<typeof heard>[0], page: Page) {
  const person = await signUp(world.server.origin)
  await signInHere(page.context(), person)
  const { id: recordingId, storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  const elena = uuidv7()
  await person.api.familyMembers.create({ id: elena, firstName: 'Elena', lastName: 'Petrenko' })
  await person.api.transcripts.edit({
    id: recordingId,
    commands: [{ id: uuidv7(), type: 'nameSpeaker', speaker: '1', baseVersion: 0, name: 'Elena Petrenko' }],
  })
  const { id } = await person.api.storybooks.create({ id: uuidv7(), title: 'The farm', storyIds: [storyId] })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/app/storybooks/${id}?page=3`)
  const looks = async () =>
    (await person.api.bookPictures.get({ storybookId: id })).people.map(({ description }) => description)
  const describeElsewhere = (description: string) =>
    person.api.bookPictures.describe({ storybookId: id, familyMemberId: elena, description })
  return { looks, describeElsewhere }
}

test('a picture is drawn for a chapter when somebody asks, marked as such, taken away and shown again', async ({
  world,
  page,
}) => {
  const { looks } = await openBook(world, page)

  await page.getByRole('button', { name: 'Draw a picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Draw a picture' })
  const style = dialog.getByLabel('Style of this book')
  await style.selectOption('Woodcut')
  // The typed description is saved before anything is drawn, and when the dialog is closed.
  const look = dialog.getByRole('textbox', { name: 'How Elena Petrenko looks' })
  await look.fill('A blue headscarf')
  await failing(page, 'bookPictures/setStyle', async () => void (await style.selectOption('Ink')))
  await expect(style).toHaveValue('woodcut')
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Draw it' }).click()
  await expect(dialog.getByRole('button', { name: 'Draw it again' })).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect(await looks()).toEqual(['A blue headscarf'])
  await look.fill('A headscarf, with a sword')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Drawn by a machine')).toBeVisible()
  await expect(page.getByRole('article').locator('img')).toBeVisible()
  await expect.poll(looks).toEqual(['A headscarf, with a sword'])

  await page.getByRole('button', { name: 'Draw a picture' }).click()
  await expect(style).toHaveValue('woodcut')
  // A second drawing that fails is reported, and leaves the present picture in place.
  await dialog.getByRole('button', { name: 'Draw it again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('refused to draw this')
  await dialog.getByRole('button', { name: 'Take the picture away' }).click()
  await dialog.getByRole('button', { name: 'Show the drawn picture again' }).click()
  await expect(dialog.getByRole('button', { name: 'Take the picture away' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Drawn by a machine')).toBeVisible()

  // Pressing Back to close the dialog loses none of the typed words.
  await page.getByRole('link', { name: 'Storybooks', exact: true }).click()
  await page.getByRole('link', { name: 'The farm' }).click()
  await page.getByRole('button', { name: 'Draw a picture' }).click()
  await look.fill('A straw hat')
  await page.goBack()
  await expect.poll(looks).toEqual(['A straw hat'])
})

test('how somebody looks is told to whoever typed it meanwhile, who decides; and their newest words are the last', async ({
  world,
  page,
}) => {
  const { looks, describeElsewhere } = await openBook(world, page)
  const open = page.getByRole('button', { name: 'Draw a picture' })
  const dialog = page.getByRole('dialog', { name: 'Draw a picture' })
  const look = dialog.getByRole('textbox', { name: 'How Elena Petrenko looks' })
  const save = dialog.getByRole('button', { name: 'Save how Elena Petrenko looks' })
  const told = dialog.getByRole('alert')
  await open.click()
  await look.fill('A blue headscarf')
  await describeElsewhere('A straw hat')
  await save.click()
  await expect(told).toContainText('Somebody else changed the same meanwhile')
  await expect(told).toContainText('A straw hat')
  await expect(look).toHaveValue('A blue headscarf')
  expect(await looks()).toEqual(['A straw hat'])
  // An accidental Escape loses nothing.
  await look.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await look.fill('A blue headscarf, and a straw hat')
  await save.click()
  await expect(told).toHaveCount(0)
  expect(await looks()).toEqual(['A blue headscarf, and a straw hat'])

  await test.step('where closing the dialog was to save it, it waits in there', async () => {
    await look.fill('Grey hair')
    await describeElsewhere('White hair')
    await look.press('Escape')
    await expect(page.getByText('What you wrote is not saved yet')).toBeVisible()
    expect(await looks()).toEqual(['White hair'])
    await page.getByRole('link', { name: 'Storybooks', exact: true }).click()
    await page.getByRole('link', { name: 'The farm' }).click()
    await open.click()
    await expect(look).toHaveValue('Grey hair')
    await expect(told).toContainText('White hair')
    await look.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await open.click()
    await expect(look).toHaveValue('White hair')
  })

  await test.step('what is typed while the words before are on their way comes after them', async () => {
    const answer = await holdAnswer(page, 'bookPictures/describe')
    await look.fill('Black hair')
    await page.goBack()
    await expect.poll(looks).toEqual(['Black hair'])
    await page.getByRole('link', { name: 'The farm' }).click()
    await open.click()
    await look.fill('Red hair')
    await look.press('Escape')
    await expect(dialog).toBeHidden()
    await answer()
    await expect.poll(looks).toEqual(['Red hair'])
    await open.click()
    await expect(look).toHaveValue('Red hair')
    await expect(told).toHaveCount(0)
  })
})

const looks = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

/** Expects axe to find nothing on a phone with dark colours, nor on a desktop with light ones. */
async function findNothingInAnyLook(page: Page): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 900 })
    // Without transitions, because colours would be measured halfway through.
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await expect.poll(() => accessibilityFindings(page)).toEqual([])
  }
}

/** Does something that fails on the server this time, and expects the failure to be shown. */
async function failing(page: Page, procedure: string, act: () => Promise<void>): Promise<void> {
  const address = `**/rpc/${procedure}`
  await page.route(address, (route) => route.fulfill({ status: 500, json: {} }))
  await act()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.unroute(address)
}

const placeOf = (page: Page) =>
  page.locator('video, audio').evaluate((player: HTMLMediaElement) => player.currentTime)
