import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { accessibilityFindings } from '../accessibility.ts'
import { browserArgs, browserProgram, twoOfEachDevice } from '../browser.ts'
import { holdAnswer } from '../hold-answer.ts'
import { openDevices, rememberDevices } from '../opened-devices.ts'
import { holdSound } from './hold-sound.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { brightest, loudest, pictureSize, type Stretch } from './stretches.ts'
import { endSession, keptMs, openStudio, record, recordedFor, stopAndCount, test } from './studio.ts'

test.use({ launchOptions: { ...browserProgram, args: [...browserArgs, ...twoOfEachDevice] } })

const soundOnly = 'No picture, sound only'

test('the camera, the microphone and the sharpness that were chosen are what is recorded, also at the next visit', async ({
  page,
  person,
  server,
}) => {
  await page.goto('/app/studio?title=The+well')
  await expect(camera(page).getByRole('option')).toHaveText(['fake_device_0', 'fake_device_1', soundOnly])
  await expect(microphone(page).getByRole('option')).toHaveText([
    'Fake Default Audio Input',
    'Fake Audio Input 1',
    'Fake Audio Input 2',
  ])
  await expect.poll(() => shown(page)).toBe('1920x1080 fake_device_0, Fake Default Audio Input')
  await camera(page).selectOption('fake_device_1')
  await microphone(page).selectOption('Fake Audio Input 2')
  await expect.poll(() => shown(page)).toBe('1920x1080 fake_device_1, Fake Audio Input 2')
  await page.getByRole('button', { name: 'Continue on This Device' }).click()

  // Changing the resolution closes neither device, because reopening takes a browser some time, and a camera that is still open
  // keeps its resolution.
  const inUse = await tracksInUse(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await sharpness(page).selectOption('Medium (720p)')
  await expect.poll(() => shown(page)).toBe('1280x720 fake_device_1, Fake Audio Input 2')
  await sharpness(page).selectOption('Low (480p)')
  await expect.poll(() => shown(page)).toBe('640x480 fake_device_1, Fake Audio Input 2')
  expect(await tracksInUse(page)).toEqual(inUse)
  await page.getByRole('button', { name: 'Done' }).click()

  await record(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByText('Can be changed when the recording is stopped.')).toBeVisible()
  for (const choice of [sharpness(page), camera(page), microphone(page)]) await expect(choice).toBeDisabled()
  await page.getByRole('button', { name: 'Done' }).click()
  await recordedFor(page, 1)
  await endSession(page)
  const [stored] = await storedOriginals(person, server.origin)
  expect(pictureSize(stored?.path ?? '')).toBe('640x480')

  await page.goto('/app/studio?title=The+well+again')
  await expect.poll(() => shown(page)).toBe('640x480 fake_device_1, Fake Audio Input 2')
  await expect(camera(page).getByRole('option', { selected: true })).toHaveText('fake_device_1')
  await expect(microphone(page).getByRole('option', { selected: true })).toHaveText('Fake Audio Input 2')
})

test('in the quality that nobody has changed the whole picture of the camera is stored', async ({
  page,
  person,
  server,
}) => {
  await page.goto('/app/studio?title=The+well')
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await recordedFor(page, 3)
  const counted = await stopAndCount(page)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect(pictureSize(stored?.path ?? '')).toBe('1920x1080')
  expect(Math.abs(decodedMs(stored?.path ?? '') - counted)).toBeLessThanOrEqual(500)
})

test('of an address that says more than a story takes, as much is taken, and what is recorded by it arrives', async ({
  page,
  person,
  server,
}) => {
  const search = new URLSearchParams({
    title: 'Long ago '.repeat(limits.title / 8),
    description: 'And then '.repeat(limits.description / 8),
  })
  await page.goto(`/app/studio?${search}`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await recordedFor(page, 2)
  await stopAndCount(page)
  await endSession(page)

  await storedOriginals(person, server.origin)
  const [story] = (await person.api.stories.list({})).items
  expect(story?.title).toMatch(/^Long ago Long ago/)
})

test('in a story that names as many speakers as it can hold no more can be added, and what is recorded arrives', async ({
  page,
  person,
  server,
}) => {
  const speakers = Array.from({ length: limits.speakersPerStory - 1 }, (_, guest) => `Guest ${guest + 1}`)
  const title = 'The reunion'
  const { id } = await person.api.stories.create({ id: newId(), title, method: 'recording', speakers })
  await page.goto(`/app/studio?storyId=${id}&title=The+reunion&further=true`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByLabel('Recording quality').selectOption('low')
  const name = page.getByLabel('Add a speaker')
  await name.fill('The last of them')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(name).toBeDisabled()
  await expect(page.getByText(`${limits.speakersPerStory} are as many as one story can hold.`)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  await record(page)
  await recordedFor(page, 2)
  await stopAndCount(page)
  await endSession(page)
  await storedOriginals(person, server.origin)
  const named = async () => (await person.api.stories.get({ id })).speakers
  await expect.poll(named).toEqual([...speakers, 'The last of them'])
})

test('for a camera that is in use elsewhere or pulled out the other one is taken, and the studio says so', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/studio?title=The+well')
  await expect(camera(page).getByRole('option', { selected: true })).toHaveText('fake_device_0')
  await page.evaluate(useElsewhere, 'fake_device_1')
  await camera(page).selectOption('fake_device_1')
  await expect(camera(page).getByRole('option', { selected: true })).toHaveText('fake_device_0')
  await expect.poll(() => shown(page)).toContain('fake_device_0')

  await page.reload()
  await microphone(page).selectOption('Fake Audio Input 2')
  await expect.poll(() => shown(page)).toContain('fake_device_1, Fake Audio Input 2')

  await page.evaluate(unplugCamera)
  await expect(camera(page).getByRole('option')).toHaveText(['fake_device_0', soundOnly])
  await expect(camera(page).getByRole('option', { selected: true })).toHaveText('fake_device_0')
  await expect.poll(() => shown(page)).toBe('1920x1080 fake_device_0, Fake Audio Input 2')
})

test('a microphone from which nothing comes is told, before and while somebody records, until it is heard', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(holdSound)
  await page.goto('/app/studio?title=The+well')
  const told = page.getByText('No sound comes from the microphone.').filter({ visible: true })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No sound comes from the microphone.')).toBeVisible()
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await expect(told).toHaveCount(1)
  await page.evaluate(() => document.dispatchEvent(new Event('sound')))
  await expect(told).toHaveCount(0)
  await endSession(page)
})

test('where the browser cannot say how loud the microphone is, what is told into it is recorded all the same', async ({
  page,
  person,
  server,
}) => {
  // Imitates Firefox after a headset with another sample rate was connected.
  await page.addInitScript(() => {
    AudioContext.prototype.createMediaStreamSource = () => {
      throw new DOMException('of another rate', 'NotSupportedError')
    }
  })
  await openStudio(page, 'The well')
  await record(page)
  await recordedFor(page, 2)
  const toldMs = await stopAndCount(page)
  await expect(page.getByText('No sound comes from the microphone.')).toHaveCount(0)
  await endSession(page)
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(toldMs - 300)
})

test('the button past the start dialog stays where it is while the dialog fills', async ({
  page,
  person: _,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const letCodeCome = await holdAnswer(page, 'recordingLinks/create')
  await page.goto('/app/studio?title=The+well')
  const goOn = page.getByRole('button', { name: 'Continue on This Device' })
  // Everything else has its place by then: the picture, the choices of the devices, and the letters.
  await expect.poll(() => shown(page)).toBe('1920x1080 fake_device_0, Fake Default Audio Input')
  await expect(camera(page).getByRole('option', { selected: true })).toHaveText('fake_device_0')
  await page.evaluate(async () => void (await document.fonts.ready))
  const before = await goOn.boundingBox()

  await letCodeCome()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  expect(await goOn.boundingBox()).toEqual(before)
})

test('muted it keeps silence, with the camera off a dark picture, all in one part, and the recap tells what there is', async ({
  page,
  person,
  server,
}) => {
  await rememberDevices(page)
  await openStudio(page, 'The well')
  await page.getByRole('tab', { name: 'Journal' }).click()
  await record(page)
  const level = page.getByRole('meter', { name: 'Microphone level' })
  await expect.poll(async () => Number(await level.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Voice-to-text' })).toBeDisabled()
  await recordedFor(page, 1)
  const begunAfter = await keptMs(page)
  await page.getByLabel('Your note').fill('Forty steps deep')
  const begunBefore = await keptMs(page)

  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(page.getByText('Microphone muted')).toBeVisible()
  await expect(level).toHaveAttribute('aria-valuetext', 'muted')
  const silent = await recordOn(page)
  await expect(level).toHaveAttribute('aria-valuenow', '0')
  await expectOneRowOnPhones(page)
  await page.getByRole('button', { name: 'Unmute', exact: true }).click()
  await expect(page.getByText('Microphone muted')).toBeHidden()

  await page.getByRole('button', { name: 'Camera off' }).click()
  await expect(page.getByText('The camera is off. Only the sound is recorded.')).toBeVisible()
  const dark = await recordOn(page)
  await page.getByRole('button', { name: 'Camera on' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()
  await page.getByLabel('Your note').press('Meta+Enter')
  await expect(page.getByRole('list', { name: 'Entries' })).toContainText('Forty steps deep')
  const light = await recordOn(page)

  await page.getByRole('button', { name: 'Camera off' }).click()
  const length = timeOf(await stopAndCount(page))
  // The camera's light goes out, and the microphone still shows its level.
  await expect.poll(() => openDevices(page)).toEqual(['audio'])
  await expect.poll(async () => Number(await level.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await endSession(page)
  const figures = page.getByRole('definition')
  await expect(figures).toHaveText([length, '1', 'Saved'])
  await expect(page.getByText(`· ${length} · 1 note`)).toBeVisible()
  const note = page.getByRole('listitem').filter({ hasText: 'Forty steps deep' })
  const begun = new RegExp(`${timeOf(begunAfter)}|${timeOf(begunBefore)}`)
  await expect(note).toContainText(begun)

  const [stored] = await storedOriginals(person, server.origin)
  const path = stored?.path ?? ''
  const before = { from: 0, to: 1 }
  expect([before, silent, dark].map((stretch) => loudest(path, stretch) > 0.5)).toEqual([true, false, true])
  expect(loudest(path, silent)).toBe(0)
  expect([before, silent, dark, light].map((stretch) => brightest(path, stretch))).toEqual([255, 255, 0, 255])

  // Now from the server, and no longer from the studio.
  await page.goto(`/app/session-recap?storyId=${stored?.recording.storyId}`)
  await expect(figures).toHaveText([length, '1', 'Saved'])
  await expect(note).toContainText(begun)
  const [film] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(film.suggestedFilename()).toMatch(/^The well \d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.webm$/)
  expect(await readFile(await film.path())).toEqual(stored?.bytes)
  await page.getByRole('link', { name: 'View Story' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The well')
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Stories' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stories')
})

/**
 * Records on for two seconds, and returns the second of the recording of which everything was recorded since: the disk has it a
 * little later, up to a second on a busy machine.
 */
async function recordOn(page: Page): Promise<Stretch> {
  const from = (await keptMs(page)) / 1_000 + 1
  await expect.poll(() => keptMs(page), { intervals: [50] }).toBeGreaterThan((from + 1) * 1_000)
  return { from, to: from + 1 }
}

/** The time of a recording shorter than a minute. */
const timeOf = (ms: number) => `00:${String(Math.floor(ms / 1_000)).padStart(2, '0')}`
const camera = (page: Page) => page.getByRole('combobox', { name: 'Camera' })
const microphone = (page: Page) => page.getByRole('combobox', { name: 'Microphone' })
const sharpness = (page: Page) => page.getByLabel('Recording quality')

/** The size of the picture that the studio shows, and the names of the devices that picture and sound come from. */
async function shown(page: Page): Promise<string> {
  return page.getByLabel('Camera preview').evaluate((preview: HTMLVideoElement) => {
    const stream = preview.srcObject instanceof MediaStream ? preview.srcObject : new MediaStream()
    const live = [...stream.getVideoTracks(), ...stream.getAudioTracks()].filter(
      ({ readyState }) => readyState === 'live',
    )
    return `${preview.videoWidth}x${preview.videoHeight} ${live.map(({ label }) => label).join(', ')}`
  })
}

async function tracksInUse(page: Page): Promise<string[]> {
  return page
    .getByLabel('Camera preview')
    .evaluate((preview: HTMLVideoElement) =>
      preview.srcObject instanceof MediaStream ? preview.srcObject.getTracks().map(({ id }) => id) : [],
    )
}

/** Imitates a browser whose device is in use by another program. */
async function useElsewhere(device: string): Promise<void> {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  const known = await mediaDevices.enumerateDevices()
  const id = known.find(({ label }) => label === device)?.deviceId
  mediaDevices.getUserMedia = async (asked) => {
    if (JSON.stringify(asked).includes(String(id))) throw new DOMException('', 'NotReadableError')
    return open(asked)
  }
}

/** Imitates the unplugging of the camera in use: it is no longer listed, cannot be opened, and its track ends. */
async function unplugCamera(): Promise<void> {
  const { mediaDevices } = navigator
  const [list, open] = [
    mediaDevices.enumerateDevices.bind(mediaDevices),
    mediaDevices.getUserMedia.bind(mediaDevices),
  ]
  const preview = document.querySelector<HTMLVideoElement>('video[aria-label="Camera preview"]')
  const track = preview?.srcObject instanceof MediaStream ? preview.srcObject.getVideoTracks()[0] : undefined
  const gone = track?.getSettings().deviceId
  mediaDevices.enumerateDevices = async () => (await list()).filter(({ deviceId }) => deviceId !== gone)
  mediaDevices.getUserMedia = async (asked) => {
    if (JSON.stringify(asked).includes(String(gone))) throw new OverconstrainedError('deviceId')
    return open(asked)
  }
  track?.stop()
  track?.dispatchEvent(new Event('ended'))
  mediaDevices.dispatchEvent(new Event('devicechange'))
}

/** Expects every button within the thumb's reach in one row, uncovered by floating elements. */
async function expectOneRowOnPhones(page: Page): Promise<void> {
  const large = page.viewportSize()
  const buttons = ['Unmute', 'Camera off', 'Pause', 'Stop', 'End'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()))
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : 0))
    expect.soft(Math.max(...middles) - Math.min(...middles), `one row at ${width}`).toBeLessThan(20)
    const pill = await page.getByRole('region', { name: 'Recording under way' }).boundingBox()
    const top = Math.min(...boxes.map((box) => box?.y ?? 0))
    expect.soft((pill?.y ?? 0) + (pill?.height ?? 0), `above them at ${width}`).toBeLessThanOrEqual(top)
    expect.soft(pill?.height, `the timer in one row at ${width}`).toBeLessThan(60)
  }
  if (large) await page.setViewportSize(large)
}
