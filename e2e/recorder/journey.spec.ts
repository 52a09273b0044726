import { expect } from '@playwright/test'
import { browserArgs, browserProgram, quickDevices } from '../browser.ts'
import { personOnPage } from '../person.ts'
import { timeFrom } from '../shown-time.ts'
import { expectWhole, storedOriginals, voiceLikeness } from './stored.ts'
import {
  endSession,
  keptMs,
  openStudio,
  record,
  recordedFor,
  stopAndCount,
  tellNewStory,
  test,
} from './studio.ts'
import { voiceFile } from './voice.ts'

test.use({ launchOptions: { ...browserProgram, args: [...browserArgs, ...quickDevices(voiceFile())] } })

test('somebody new signs up, records a conversation, ends it, finds it in the list, plays and seeks it, and every second is there', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('granddaughter@family.example')
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/app')
  const person = await personOnPage(page)

  await page.getByRole('link', { name: /^Record a conversation/ }).click()
  await tellNewStory(page, 'The orchard')
  await page.getByRole('button', { name: /earliest thing you can remember/ }).click()
  await record(page)
  await recordedFor(page, 4)

  await page.getByRole('tab', { name: 'Journal' }).click()
  await page.getByLabel('Your note').fill('Apples in the cellar')
  await page.getByLabel('Your note').press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Entries' })).toContainText('Apples in the cellar')

  await recordedFor(page, 9)
  await expect(page.getByTestId('safety-line')).toHaveText(
    new RegExp(`^Safe on this device to ${timeFrom(9)}, safe on the server to ${timeFrom(5)}`),
  )

  const counted = await stopAndCount(page)
  await endSession(page)
  await expect(page.getByRole('heading', { name: 'Session Complete!' })).toBeVisible()
  await expect(page.getByText('Apples in the cellar')).toBeVisible()

  const [stored] = await storedOriginals(person, server.origin)
  if (!stored) throw new Error('nothing is stored')
  expectWhole(stored.path, counted)
  expect(voiceLikeness(stored.path, voiceFile())).toBeGreaterThan(0.65)

  await page.goto('/app/stories')
  const card = page.getByRole('article').filter({ hasText: 'The orchard' })
  const [{ duration = 0 } = {}] = (await person.api.stories.list({})).items
  await expect(card.getByText(`0:${String(duration).padStart(2, '0')}`, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'The orchard' }).first().click()
  await page.getByRole('tab', { name: 'Recording' }).click()
  const video = page.locator('main video')
  await video.evaluate((player: HTMLVideoElement) => player.play())
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(0.5)
  for (const seconds of [7, 1, 5]) {
    await video.evaluate(async (player: HTMLVideoElement, to) => {
      player.currentTime = to
      await new Promise((sought) => player.addEventListener('seeked', sought, { once: true }))
    }, seconds)
    expect(await video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThanOrEqual(2)
  }

  await page.getByRole('tab', { name: 'Summary' }).click()
  const time = page.getByRole('button', { name: /^Hear it at / })
  const written = Number(/00:(\d\d)/.exec((await time.textContent()) ?? '')?.[1])
  expect(written).toBeGreaterThanOrEqual(4)
  await time.click()
  // With autoplay, a busy machine would begin at 0 before the player is told the place.
  await expect(video).toHaveJSProperty('autoplay', false)
  const playedFrom = () =>
    video.evaluate(({ played }: HTMLVideoElement) => (played.length > 0 ? played.start(0) : -1))
  await expect.poll(playedFrom).toBeCloseTo(Math.min(written, counted / 1_000 - 3), 0)
})

test('what is paused is neither counted nor kept', async ({ page, person, server }) => {
  await openStudio(page, 'With a cup of tea between')
  await record(page)
  await recordedFor(page, 2)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  const before = await keptMs(page)
  const pausedAt = Date.now()
  await expect.poll(() => Date.now() - pausedAt).toBeGreaterThan(2_000)
  await page.getByRole('button', { name: 'Resume' }).click()
  await recordedFor(page, 4)
  const counted = await stopAndCount(page)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect(counted).toBeGreaterThan(before)
  expectWhole(stored?.path ?? '', counted)
})

test('with the camera off the sound alone is recorded, and a speaker who is added belongs to the story and to the family', async ({
  page,
  person,
  server,
}) => {
  await openStudio(page, 'Only her voice')
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByLabel('Add a speaker').fill('Rosa Maria Lind')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Speaker added')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Camera off' }).click()
  await expect(page.getByText('Only the sound is recorded')).toBeVisible()
  await record(page)
  await recordedFor(page, 3)
  const counted = await stopAndCount(page)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect(stored?.recording.kind).toBe('audio')
  expectWhole(stored?.path ?? '', counted, ['audio'])
  const speakers = async () => (await person.api.stories.list({})).items[0]?.speakers
  await expect.poll(speakers).toContain('Rosa Maria Lind')
  const [member] = (await person.api.familyMembers.list({})).items
  expect(member).toMatchObject({ firstName: 'Rosa', lastName: 'Maria Lind', relationship: 'Other' })
})

test('a session in which a note was begun and not even added is a story too, with that note', async ({
  page,
  person,
}) => {
  await openStudio(page, 'Half a sentence')
  await page.getByRole('tab', { name: 'Journal' }).click()
  await page.getByLabel('Your note').fill('She never said his name, but')
  await endSession(page)
  await expect(page.getByRole('main')).toContainText('She never said his name, but')

  const stories = async () => (await person.api.stories.list({})).items
  await expect
    .poll(async () => (await stories()).map(({ title, noteCount }) => [title, noteCount]))
    .toEqual([['Half a sentence', 1]])
  const id = (await stories())[0]?.id ?? ''
  const { notes } = await person.api.stories.get({ id })
  expect(notes.map(({ text }) => text)).toEqual(['She never said his name, but'])
  await page.goto(`/app/stories/${id}/journal`)
  await expect(page.getByRole('list', { name: 'Entries' })).toContainText('She never said his name, but')
  await expect(page.getByRole('textbox')).toHaveValue('')
})

test('a speaker who is added without a network belongs to the story once there is one, also after the page has gone', async ({
  page,
  context,
  person,
  server,
}) => {
  await openStudio(page, 'In the garden')
  await record(page)
  await recordedFor(page, 2)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByLabel('Add a speaker').fill('Emil Lind')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await recordedFor(page, 4)
  await endSession(page)
  await page.close()

  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/app')
  await storedOriginals(person, server.origin)
  const [card] = (await person.api.stories.list({})).items
  if (!card) throw new Error('there is no story')
  const story = () => person.api.stories.get({ id: card.id })
  await expect.poll(async () => (await story()).speakers).toContain('Emil Lind')
  expect((await story()).description).toBe('A recorded story')
})

test('no button of the recap moves away from under a finger when the server tells of the story', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/studio?title=The+harbour')
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await recordedFor(page, 1)
  const told = Promise.withResolvers<void>()
  await page.route('**/rpc/stories/get', async (route) => {
    await told.promise
    await route.continue()
  })
  await endSession(page)
  const [view, back] = ['View Story', 'Back to Stories'].map((name) => page.getByRole('link', { name }))
  const places = async () => [await view?.boundingBox(), await back?.boundingBox()]
  await expect(page.getByRole('heading', { name: 'Session Complete!' })).toBeVisible()
  const before = await places()
  told.resolve()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(page.getByText('The harbour', { exact: true })).toBeVisible()
  expect(await places()).toEqual(before)
})
