import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { browserArgs, browserProgram, fakeDevices } from '../browser.ts'
import type { Person } from '../person.ts'
import { expectToServeEverybody } from '../serves-everybody.ts'
import { timeFrom } from '../shown-time.ts'
import { spooledNow } from './profile.ts'
import { expectWhole, expectWholeToCut, storedOriginals } from './stored.ts'
import {
  countAtEnd,
  endSession,
  keptMs,
  openStudio,
  record,
  recordedFor,
  stopAndCount,
  test,
} from './studio.ts'
import { voiceFile } from './voice.ts'

type Device = 'microphone' | 'camera'

/** Room for some seconds of recording, besides what an empty database takes: 74 kB since Chromium 156. */
const ROOM_BYTES = 200_000

/** Devices allowed through a permission, which can be revoked, unlike the flag that allows everything without asking. */
const devices = fakeDevices(voiceFile()).filter((arg) => arg !== '--use-fake-ui-for-media-stream')
test.use({
  launchOptions: { ...browserProgram, args: [...browserArgs, ...devices] },
  permissions: ['camera', 'microphone'],
})

test('a microphone that goes away is told, and the story goes on as a further part', async ({
  page,
  person,
  server,
}) => {
  await loseDevice(page, 'microphone', person, server.origin)
})

test('a camera that goes away alone is told, and the story goes on as a further part', async ({
  page,
  person,
  server,
}) => {
  await loseDevice(page, 'camera', person, server.origin)
})

test('a camera that another program holds is told of, and opens once that has let go of it, also for who just presses Record', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    Object.assign(window, { isHeld: true })
    mediaDevices.getUserMedia = async (constraints) => {
      if (constraints?.video && Reflect.get(window, 'isHeld')) throw new DOMException('', 'NotReadableError')
      return open(constraints)
    }
  })
  const hold = (isHeld: boolean) => page.evaluate((is) => void Object.assign(window, { isHeld: is }), isHeld)
  const told = page.getByText('Another program uses the camera just now.')
  const preview = page.getByLabel('Camera preview')
  await page.goto('/app/studio?title=The+orchard')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Please close that program')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectToServeEverybody(page)

  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await expect(told).toBeVisible()
  await expectToServeEverybody(page)
  await hold(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(preview).toBeVisible()
  await expect(told).toHaveCount(0)

  await hold(true)
  await page.getByRole('button', { name: 'Camera off' }).click()
  await page.getByRole('button', { name: 'Camera on' }).click()
  await record(page)
  await expect(told).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await stopAndCount(page)
  await hold(false)
  await record(page)
  await expect(preview).toBeVisible()
})

test('who allows the camera only once they have read that it is not allowed can try again before they go on', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      if ('isAllowed' in window) return open(constraints)
      throw new DOMException('', 'NotAllowedError')
    }
  })
  await page.goto('/app/studio?title=The+orchard')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Please allow this page to use them')
  await expectToServeEverybody(page)
  await page.evaluate(() => void Object.assign(window, { isAllowed: true }))
  await dialog.getByRole('button', { name: 'Try again' }).click()

  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()
})

test('a permission that is taken back is told, and given again the story goes on', async ({
  page,
  context,
  person,
  server,
}) => {
  await openStudio(page, 'Not any more')
  await record(page)
  await recordedFor(page, 2)
  await context.clearPermissions()
  await expectTold(page, 'no longer allowed')

  const firstMs = await countAtEnd(page)
  await context.grantPermissions(['camera', 'microphone'])
  const first = await goOnAndEnd(page, firstMs, person, server.origin)
  expectWhole(first, firstMs)
})

test('a full disk stops the recording; what it had taken is kept, and with room the story goes on', async ({
  page,
  person,
  server,
}) => {
  // Set before anything is written, because the browser only determines the available space anew when it is used up.
  const { freeSome } = await leaveRoom(page, server.origin, ROOM_BYTES)
  await openStudio(page, 'No room')
  await record(page)
  await expectTold(page, 'This device is full')
  await expectToServeEverybody(page)

  // The device had no room to note the end, so the recording ends with the last slice that was stored.
  const firstMs = await keptMs(page)
  await freeSome()
  const first = await goOnAndEnd(page, firstMs, person, server.origin)
  expectWholeToCut(first, firstMs)
})

for (const decision of ['Keep it', 'Discard'] as const) {
  test(`on a disk that is full at the next visit too, “${decision}” is done, and that makes room`, async ({
    page,
    person,
    server,
  }) => {
    await leaveRoom(page, server.origin, ROOM_BYTES)
    // The page knows that the recording ended, and would send all of it: this knowledge is lost with the page.
    let mayEnd = false
    await page.route('**/rpc/recordings/complete', (route) => (mayEnd ? route.continue() : route.abort()))
    await openStudio(page, 'No room')
    await record(page)
    await expectTold(page, 'This device is full')
    const countedMs = await keptMs(page)
    await page.goto('/app/stories')
    // Not `unroute`, because what a page loads at that moment may never arrive: this page once stood at "One moment" for two
    // minutes.
    mayEnd = true
    const offer = page.getByRole('region', { name: 'Unfinished recording: No room' })
    await offer.getByRole('button', { name: decision }).click()
    if (decision === 'Discard') {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('button', { name: 'Discard for good' }).click()
    }
    await expect(offer).toHaveCount(0)
    await expect.poll(async () => (await spooledNow(page)).length).toBe(0)
    if (decision === 'Keep it') {
      const [stored] = await storedOriginals(person, server.origin)
      expectWholeToCut(stored?.path ?? '', countedMs)
    } else {
      expect((await person.api.stories.list({})).items).toEqual([])
    }
  })
}

test('what is written on a full disk is told not to be kept for want of room, and stays in its field until there is some', async ({
  page,
  person,
  server,
}) => {
  const words = 'We hid in the old pear tree.'
  const told = page.getByText('There is no room left')
  const { freeSome } = await leaveRoom(page, server.origin, 1)
  await page.goto('/app/write')
  await page.getByLabel('Your entry').fill(words)
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(told).toContainText('The entry could not be kept.')
  await expect(page.getByLabel('Your entry')).toHaveValue(words)

  const id = newId()
  await person.api.stories.create({ id, title: 'The orchard', method: 'journal' })
  await page.goto(`/app/stories/${id}/journal`)
  await page.route('**/rpc/stories/putNote', (route) => route.abort())
  await page.getByLabel('Your entry').fill(words)
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(told).toContainText('Kinora cannot be reached just now, and the entry could not be kept.')
  await freeSome()
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(page.getByTestId('kept-entries')).toContainText('Kept on this device, will be sent.')
})

/** Limits the browser's storage for Kinora to so many bytes, until `freeSome` is called. */
async function leaveRoom(page: Page, origin: string, quotaSize: number) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
  return { freeSome: () => browser.send('Storage.overrideQuotaForOrigin', { origin }) }
}

async function loseDevice(page: Page, device: Device, person: Person, origin: string): Promise<void> {
  await page.addInitScript(keepStreams)
  await openStudio(page, 'Interrupted')
  await record(page)
  await recordedFor(page, 2)
  await page.evaluate(unplug, device)
  await expectTold(page, 'The camera or microphone has gone')

  const firstMs = await countAtEnd(page)
  const first = await goOnAndEnd(page, firstMs, person, origin)
  expectWhole(first, firstMs)
}

async function expectTold(page: Page, what: string): Promise<void> {
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(what)
  await expect(notice).toContainText(new RegExp(`Everything up to ${timeFrom(1)} is safe on this device`))
}

/** Records a further part, and expects it whole on the server, with nothing left to deliver. Returns the file of the first part. */
async function goOnAndEnd(page: Page, firstMs: number, person: Person, origin: string): Promise<string> {
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => keptMs(page), { timeout: 20_000 }).toBeGreaterThan(firstMs + 2_000)
  const bothMs = await stopAndCount(page)
  await endSession(page)

  const [first, second] = await storedOriginals(person, origin, 2)
  expect([first?.recording.part, second?.recording.part]).toEqual([0, 1])
  expectWhole(second?.path ?? '', bothMs - firstMs)
  await expect(page.getByTestId('delivery')).toHaveCount(0)
  return first?.path ?? ''
}

/** Remembers the streams that the page opened, so that a test can unplug a device. */
function keepStreams(): void {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    Object.assign(window, { lastStream: stream })
    return stream
  }
}

/** Imitates the unplugging of a device: its track ends and fires the event, while the other one continues. */
function unplug(device: Device): void {
  const { lastStream } = window as unknown as { lastStream: MediaStream }
  const tracks = device === 'camera' ? lastStream.getVideoTracks() : lastStream.getAudioTracks()
  for (const track of tracks) {
    track.stop()
    track.dispatchEvent(new Event('ended'))
  }
}
