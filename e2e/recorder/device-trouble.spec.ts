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

/** Some seconds of a recording, beside what an empty database takes: 74 kB since Chromium 156. */
const ROOM_BYTES = 200_000

/** Devices that are allowed by a permission, which can be taken back: what allows all without asking cannot. */
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
  // Before anything is written: the browser asks anew how much room there is only when that was used up.
  const { freeSome } = await leaveRoom(page, server.origin, ROOM_BYTES)
  await openStudio(page, 'No room')
  await record(page)
  await expectTold(page, 'This device is full')
  await expectToServeEverybody(page)

  // The device could take no note that it ended: it has ended with the last slice that it took.
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
    // The page knows that it ended, and would send all of it: that it ends goes with the page.
    let mayEnd = false
    await page.route('**/rpc/recordings/complete', (route) => (mayEnd ? route.continue() : route.abort()))
    await openStudio(page, 'No room')
    await record(page)
    await expectTold(page, 'This device is full')
    const countedMs = await keptMs(page)
    await page.goto('/app/stories')
    // Not by `unroute`: what a page loads at that moment may never arrive, and this one stood at "One moment" for two minutes.
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

/** Has the device keep no more than so many bytes for Kinora, until some are freed. */
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

/** Records a further part, and finds that one whole on the server and nothing left to deliver. Answers with the first one's file. */
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

/** Remembers what the page opened, so that a test can pull the plug. */
function keepStreams(): void {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    Object.assign(window, { lastStream: stream })
    return stream
  }
}

/** What the browser does when a device is pulled out: the track ends and says so. The other one goes on. */
function unplug(device: Device): void {
  const { lastStream } = window as unknown as { lastStream: MediaStream }
  const tracks = device === 'camera' ? lastStream.getVideoTracks() : lastStream.getAudioTracks()
  for (const track of tracks) {
    track.stop()
    track.dispatchEvent(new Event('ended'))
  }
}
