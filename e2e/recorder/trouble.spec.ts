import { expect, type Page } from '@playwright/test'
import { timeFrom } from '../shown-time.ts'
import { decodedMs, storedOriginals, tracksOf } from './stored.ts'
import { endSession, openStudio, record, recordedFor, test } from './studio.ts'

const chunks = '**/media/recordings/*/chunks/*'

test('what fails or lies on the way to the server costs nothing', async ({ page, person, server }) => {
  const troubles = ['lie', '500', 'lost', '413', 'forgotten', 'page', 'lie', 'forgotten', '500']
  await page.route(chunks, async (route) => {
    const index = Number(route.request().url().split('/').at(-1))
    const size = route.request().postDataBuffer()?.length ?? 0
    const digest = route.request().headers()['content-digest'] ?? ''
    const sha256 = Buffer.from(digest.slice('sha-256=:'.length, -1), 'base64').toString('hex')
    const receipt = { index, size, sha256, receivedBytes: size, nextIndex: index + 1 }
    switch (troubles.shift()) {
      case 'lie':
        return route.fulfill({ json: { ...receipt, sha256: 'f'.repeat(64) } })
      case 'forgotten':
        return route.fulfill({ json: receipt })
      case 'page':
        return route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to the hotel network</h1>' })
      case '500':
        return route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: '' } })
      case '413':
        return route.fulfill({ status: 413, body: 'Request Entity Too Large' })
      case 'lost':
        return route.abort('connectionreset')
      default:
        return route.continue()
    }
  })

  await openStudio(page, 'The long way')
  await record(page)
  await expect(page.getByText('The server has trouble just now').first()).toBeVisible()
  await recordedFor(page, 6)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect(troubles).toEqual([])
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(5_500)
  await expect(page.getByTestId('delivery')).toHaveCount(0)
  expect(await spooledSlices(page)).toBe(0)
})

test('without a network the recording goes on, says what is safe, and arrives later', async ({
  page,
  context,
  person,
  server,
}) => {
  await openStudio(page, 'On the island')
  await context.setOffline(true)
  await record(page)
  await recordedFor(page, 4)
  await expect(page.getByTestId('safety-line')).toHaveText(
    new RegExp(`^Safe on this device to ${timeFrom(4)}, safe on the server to 00:00$`),
  )
  await expect(
    page.getByText('The server cannot be reached just now. Everything stays on this device').first(),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByTestId('safety-line')).toHaveText(new RegExp(`safe on the server to ${timeFrom(1)}`))
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(3_500)
})

test('a session can end without a network; the recap says what still has to arrive', async ({
  page,
  context,
  person,
  server,
}) => {
  await openStudio(page, 'Before the storm')
  await record(page)
  await recordedFor(page, 2)
  await context.setOffline(true)
  await recordedFor(page, 5)
  await endSession(page)

  await expect(page.getByTestId('delivery')).toHaveText(
    new RegExp(`Being sent to the server: ${timeFrom(0)} of ${timeFrom(5)}`),
  )
  await expect(page.getByRole('alert')).toContainText('Everything stays on this device')
  await context.setOffline(false)
  await expect(page.getByTestId('delivery')).toHaveCount(0)
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(4_500)
})

test('a recording whose story was deleted meanwhile is kept as a new story when the person says so', async ({
  page,
  context,
  person,
  server,
}) => {
  await openStudio(page, 'Thrown away too early')
  const id = new URL(page.url()).searchParams.get('storyId') ?? ''
  await context.setOffline(true)
  await record(page)
  await recordedFor(page, 2)
  await person.api.stories.create({ id, title: 'Thrown away too early', method: 'recording' })
  await person.api.stories.delete({ id })
  await context.setOffline(false)
  await expect(page.getByText('This story was deleted').first()).toBeVisible()
  await endSession(page)

  await page.getByRole('button', { name: 'Keep it as a new story' }).click()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(1_500)
  const [card] = (await person.api.stories.list({})).items
  expect(card?.title).toBe('Thrown away too early')
  expect(card?.id).not.toBe(id)
})

test('a server that is killed while somebody tells is caught up with when it is back', async ({
  page,
  person,
  server,
}) => {
  await openStudio(page, 'The lights went out')
  await record(page)
  await recordedFor(page, 3)
  await server.kill()
  await recordedFor(page, 6)
  await server.start()
  await expect(page.getByTestId('safety-line')).toHaveText(/safe on the server to \d\d:(0[6-9]|[1-5]\d)/, {
    timeout: 40_000,
  })
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(6_000)
})

test('a microphone that goes away is told, and the story goes on as a further part', async ({
  page,
  person,
  server,
}) => {
  await page.addInitScript(keepStreams)
  await openStudio(page, 'Interrupted')
  await record(page)
  await recordedFor(page, 3)

  await page.evaluate(unplug)
  await expect(page.getByRole('alert')).toContainText('The camera or microphone has gone')
  await expect(page.getByRole('alert')).toContainText(
    new RegExp(`Everything up to ${timeFrom(3)} is safe on this device`),
  )
  await page.getByRole('button', { name: 'Go on' }).click()
  await recordedFor(page, 6)
  await endSession(page)

  const [first, second] = await storedOriginals(person, server.origin, 2)
  expect([first?.recording.part, second?.recording.part]).toEqual([0, 1])
  expect(tracksOf(second?.path ?? '')).toEqual(['audio', 'video'])
  expect(decodedMs(first?.path ?? '')).toBeGreaterThan(2_500)
  expect(decodedMs(second?.path ?? '')).toBeGreaterThan(1_500)
})

test('a full disk stops the recording, and what it had taken is kept and delivered', async ({
  page,
  person,
  server,
}) => {
  await openStudio(page, 'No room')
  await record(page)
  await recordedFor(page, 2)
  await page.evaluate(fillDisk)

  await expect(page.getByRole('alert')).toContainText('This device is full')
  await page.getByRole('button', { name: 'End here' }).click()
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL('**/app/session-recap**')

  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(1_500)
})

test('the screen stays on while somebody records, and the page is not closed without a question', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(countWakeLocks)
  await openStudio(page, 'Stay with us')
  await record(page)
  await recordedFor(page, 1)
  expect(await page.evaluate(() => document.documentElement.dataset.wakeLocks)).toBe('1')

  const question = page.waitForEvent('dialog')
  page.close({ runBeforeUnload: true }).catch(() => undefined)
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await endSession(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.wakeLocks)).toBe('0')
})

test('two tabs never send the same recording, and one that records is not offered as unfinished', async ({
  page,
  context,
  person: _,
}) => {
  await openStudio(page, 'In this tab')
  await record(page)
  await recordedFor(page, 2)

  const other = await context.newPage()
  const sent: string[] = []
  other.on('request', (request) => {
    if (request.url().includes('/chunks/')) sent.push(request.url())
  })
  await other.goto('/app/stories')
  await expect(other.getByRole('heading', { name: 'Stories', level: 1 })).toBeVisible()
  await recordedFor(page, 5)
  await expect(other.getByText('A recording was not finished')).toHaveCount(0)
  expect(sent).toEqual([])

  // The first tab goes away in the middle of it: the other one offers it without being asked to.
  await page.close()
  await expect(other.getByRole('region', { name: 'Unfinished recording: In this tab' })).toBeVisible()
})

test('what one tab could not send any more is sent by another that was open all the time', async ({
  page,
  context,
  person,
  server,
}) => {
  await page.route(chunks, (route) => route.abort())
  await openStudio(page, 'From tab to tab')
  await record(page)
  await recordedFor(page, 3)
  await endSession(page)

  const other = await context.newPage()
  await other.goto('/app/stories')
  await expect(other.getByRole('link', { name: /From tab to tab/ })).toBeVisible()
  await page.close()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
})

/** From here on the device takes no further slice, nor the note that the recording ended. */
function fillDisk(): void {
  const full = () => {
    throw new DOMException('the disk is full', 'QuotaExceededError')
  }
  Object.assign(IDBObjectStore.prototype, { add: full, put: full })
}

/** Counts the wake locks that the page holds. */
function countWakeLocks(): void {
  let held = 0
  const tell = (change: number) => {
    held += change
    document.documentElement.dataset.wakeLocks = String(held)
  }
  const wakeLock = {
    request: async () => {
      tell(1)
      return { release: async () => tell(-1) }
    },
  }
  Object.defineProperty(navigator, 'wakeLock', { value: wakeLock })
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

/** What the browser does when a device is pulled out: the track ends and says so. */
function unplug(): void {
  const { lastStream } = window as unknown as { lastStream: MediaStream }
  for (const track of lastStream.getAudioTracks()) {
    track.stop()
    track.dispatchEvent(new Event('ended'))
  }
}

function spooledSlices(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const open = indexedDB.open('kinora-recorder')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const count = open.result.transaction('slices').objectStore('slices').count()
          count.onsuccess = () => {
            open.result.close()
            resolve(count.result)
          }
        }
      }),
  )
}
