import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from '../accessibility.ts'
import { type Person, signUp } from '../person.ts'
import { secondPress } from '../second-press.ts'
import { expectToServeEverybody } from '../serves-everybody.ts'
import { twoFrames } from '../two-frames.ts'
import { spooledRecordings } from './profile.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { breakOff, crash, endSession, openStudio, record, recordedFor, test } from './studio.ts'

test('a recording whose page died is offered with its length and a look into it, and goes on as a further part', async ({
  page,
  context,
  person,
  server,
}) => {
  const begun = Date.now()
  await breakOff(page, 'The mill')
  const passed = Math.ceil((Date.now() - begun) / 1000)

  const later = await context.newPage()
  await later.bringToFront()
  await later.goto('/app')
  const offer = later.getByRole('region', { name: 'Unfinished recording: The mill' })
  await expect(offer).toContainText(/\d+ seconds/)
  await expectToServeEverybody(later)
  const offered = Number(/(\d+) seconds/.exec((await offer.textContent()) ?? '')?.[1])
  expect(offered).toBeGreaterThanOrEqual(3)
  expect(offered).toBeLessThanOrEqual(passed)
  await offer.getByRole('button', { name: 'Look into it' }).click()
  const preview = offer.locator('video')
  await preview.evaluate((player: HTMLVideoElement) => player.play())
  await expect
    .poll(() => preview.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(0.5)
  expect(await accessibilityFindings(later)).toEqual([])

  await offer.getByRole('button', { name: 'Continue recording' }).click()
  await later.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(later)
  await recordedFor(later, 2)
  await endSession(later)

  const parts = await storedOriginals(person, server.origin, 2)
  expect(parts.map(({ recording }) => recording.part)).toEqual([0, 1])
  expect(decodedMs(parts[0]?.path ?? '')).toBeGreaterThan(2_500)
  const [card] = (await person.api.stories.list({})).items
  expect(card?.title).toBe('The mill')
})

test('discarding is asked twice, and then nothing is left here or on the server', async ({
  page,
  context,
  person,
}) => {
  await openStudio(page, 'Not this one')
  await record(page)
  await recordedFor(page, 3)
  const stories = async () => (await person.api.stories.list({})).items
  await expect.poll(async () => (await stories()).length).toBe(1)
  await crash(page)

  const later = await context.newPage()
  await later.bringToFront()
  // Without movement, because axe needs a page that stands still.
  await later.emulateMedia({ reducedMotion: 'reduce' })
  await later.goto('/app/stories')
  const offer = later.getByRole('region', { name: 'Unfinished recording: Not this one' })
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(later.getByRole('alertdialog')).toBeVisible()
  await expectToServeEverybody(later)
  await later.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(later.getByRole('alertdialog')).toContainText('Really discard it for good?')
  await secondPress(later)
  await expect(later.getByRole('alertdialog')).toContainText('Really discard it for good?')
  await expectToServeEverybody(later)
  expect(await stories()).toHaveLength(1)
  await later.getByRole('button', { name: 'Discard for good' }).click()

  await expect(offer).toHaveCount(0)
  await expect.poll(stories).toEqual([])
  await later.reload()
  await expect(later.getByRole('heading', { name: 'Stories', level: 1 })).toBeVisible()
  await expect(later.getByText('A recording was not finished')).toHaveCount(0)
})

test('who discards a recording that had ended at the server is told that it stays in its story', async ({
  page,
  context,
  person,
}) => {
  await breakOff(page, 'The mill')
  const [story] = (await person.api.stories.list({})).items
  const { recordings } = await person.api.stories.get({ id: story?.id ?? '' })
  const { id, nextIndex, receivedBytes } = await person.api.recordings.status({ id: recordings[0]?.id ?? '' })
  const end = { id, chunkCount: nextIndex, sizeBytes: receivedBytes, durationMs: 3_000 }
  await person.api.recordings.complete({ ...end, sha256: '0'.repeat(64) })

  const later = await context.newPage()
  await later.bringToFront()
  await later.goto('/app')
  const offer = later.getByRole('region', { name: 'Unfinished recording: The mill' })
  await offer.getByRole('button', { name: 'Discard' }).click()
  await later.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await later.getByRole('button', { name: 'Discard for good' }).click()

  await expect(later.getByText('What had arrived of the recording stays in its story.')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await expectToServeEverybody(later)
  expect(await spooledRecordings(later)).toEqual([])
})

test('a recording that broke off before anything was kept says so, and is begun again instead of kept', async ({
  page,
  context,
  person,
  server,
}) => {
  // Imitates a browser that is killed in the first moments: it records, but no slice has arrived yet.
  await page.addInitScript(() => {
    const start = MediaRecorder.prototype.start
    MediaRecorder.prototype.start = function () {
      start.call(this, 3_600_000)
    }
  })
  await openStudio(page, 'Too early')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await crash(page)

  const later = await context.newPage()
  await later.bringToFront()
  await later.goto('/app/stories')
  const offer = later.getByRole('region', { name: 'Unfinished recording: Too early' })
  await expect(offer).toContainText('There was nothing to keep yet.')
  await expect(offer.getByRole('button', { name: 'Keep it' })).toHaveCount(0)
  await expectToServeEverybody(later)
  await offer.getByRole('button', { name: 'Record it again' }).click()
  await later.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(later)
  await recordedFor(later, 2)
  await endSession(later)

  await storedOriginals(person, server.origin, 1)
  expect((await person.api.stories.list({})).items.map(({ title }) => title)).toEqual(['Too early'])
})

test('what was ended without a network is sent at the next visit, without a question', async ({
  page,
  context,
  person,
  server,
}) => {
  await openStudio(page, 'From the train')
  await record(page)
  await recordedFor(page, 1)
  await context.setOffline(true)
  await recordedFor(page, 4)
  await endSession(page)
  await page.close()
  await context.setOffline(false)

  const later = await context.newPage()
  await later.bringToFront()
  await later.goto('/app')
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(3_500)
  await expect(later.getByText('A recording was not finished')).toHaveCount(0)
})

test('somebody else who signs in on this device is neither offered nor given a recording', async ({
  page,
  person,
  context,
  server,
}) => {
  await breakOff(page, 'Private')
  const other = await signUp(server.origin)
  const later = await context.newPage()
  await later.bringToFront()
  await later.goto('/app/stories')
  const offer = later.getByText('A recording was not finished')
  await expect(offer).toBeVisible()

  await becomes(later, other)
  await expect(later.getByText('No stories yet')).toBeVisible()
  await expect(offer).toHaveCount(0)

  await becomes(later, person)
  await expect(offer).toBeVisible()
  expect((await other.api.stories.list({})).items).toEqual([])
})

test('a studio that stays open when somebody else signs in makes no code for a phone in their account', async ({
  page,
  context,
  person,
  server,
}) => {
  const storyId = newId()
  const creates = '**/recordingLinks/create'
  await page.route(creates, (route) => route.abort())
  await page.goto(`/app/studio?storyId=${storyId}&title=Private`)
  const told = page.getByText('The code could not be made just now.')
  await expect(told).toBeVisible()
  const other = await signUp(server.origin)
  const later = await context.newPage()
  await later.goto('/app')
  await becomes(later, other)
  await later.evaluate((session) => {
    // What the accounts' client tells the other tabs when somebody logs in.
    const channel = new BroadcastChannel('kinora.auth')
    channel.postMessage({ event: 'SIGNED_IN', session })
    channel.close()
  }, other.session)
  await page.unroute(creates)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('recordingLinks/create')) sent.push(request.url())
  })

  await page.bringToFront()
  await page.getByRole('button', { name: 'Try again' }).click()
  // By the time that another request is answered, the one of the press would have been sent.
  await page.evaluate(() => fetch('/health').then(({ status }) => status))
  await twoFrames(page)
  await expect(told).toBeVisible()
  expect(sent).toEqual([])
  for (const { api } of [person, other]) expect(await api.recordingLinks.list({ storyId })).toEqual([])
})

test('a recording that broke off is offered and kept also where the device’s store fails at first, and is closed later', async ({
  page,
  context,
  person,
  server,
}) => {
  await breakOff(page, 'Still here')
  const later = await context.newPage()
  await later.bringToFront()
  await later.addInitScript(failAtFirst)
  await later.goto('/app/stories')
  const offer = later.getByRole('region', { name: 'Unfinished recording: Still here' })
  await expect(offer).toContainText('It is safe on this device.')

  await later.evaluate(() => window.dispatchEvent(new Event('close-store')))
  await expect(async () => {
    // A press at the moment of the failure is refused, and works when it is repeated.
    await offer.getByRole('button', { name: 'Keep it' }).click({ timeout: 1_000 })
    await expect(offer).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
})

test('a recording of which nothing can be read just now is not taken for empty, and can be kept at the next look', async ({
  page,
  context,
  person,
  server,
}) => {
  await breakOff(page, 'Behind the door')
  const later = await context.newPage()
  await later.bringToFront()
  await later.addInitScript(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === 'slices' && !('isMended' in window)) throw new DOMException('damaged', 'UnknownError')
      return get.call(this, key)
    }
  })
  await later.goto('/app')
  const offer = later.getByRole('region', { name: 'Unfinished recording: Behind the door' })
  await expect(offer).toContainText('This device cannot read it just now.')
  await expectToServeEverybody(later)

  await later.evaluate(() => Object.assign(window, { isMended: true }))
  await offer.getByRole('button', { name: 'Look again' }).click()
  await offer.getByRole('button', { name: 'Keep it' }).click()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
})

test('a look into what cannot be read or played just now says so, and leads on', async ({
  page,
  context,
  person,
  server,
}) => {
  await breakOff(page, 'Behind glass')
  const later = await context.newPage()
  await later.bringToFront()
  await later.addInitScript(() => {
    const { getAllKeys, get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.getAllKeys = function (...asked) {
      if (this.name === 'slices' && 'isUnreadable' in window)
        throw new DOMException('damaged', 'UnknownError')
      return getAllKeys.apply(this, asked)
    }
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === 'slices' && 'isUnreadable' in window)
        throw new DOMException('damaged', 'UnknownError')
      return get.call(this, key)
    }
  })
  await later.goto('/app')
  const offer = later.getByRole('region', { name: 'Unfinished recording: Behind glass' })
  const look = offer.getByRole('button', { name: 'Look into it' })
  const told = offer.getByRole('alert').filter({ hasText: 'It cannot be looked into just now.' })
  await expect(look).toBeVisible()
  await later.evaluate(() => Object.assign(window, { isUnreadable: true }))
  await look.click()
  await expect(told).toBeVisible()
  await expectToServeEverybody(later)

  await later.evaluate(() => Reflect.deleteProperty(window, 'isUnreadable'))
  await look.click()
  const preview = offer.locator('video')
  await expect(preview).toBeVisible()
  await expect(told).toHaveCount(0)
  await preview.evaluate((player: HTMLVideoElement) => {
    player.src = URL.createObjectURL(new Blob(['no film']))
  })
  await expect(told).toBeVisible()

  await offer.getByRole('button', { name: 'Keep it' }).click()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
})

test('a look into a recording that is decided about before it could be read leaves none of its bytes in the page', async ({
  page,
  context,
  person,
  server,
}) => {
  await breakOff(page, 'A short look')
  const later = await context.newPage()
  await later.bringToFront()
  await later.addInitScript(holdFirstLook)
  await later.goto('/app')
  const offer = later.getByRole('region', { name: 'Unfinished recording: A short look' })
  await expect(offer).toBeVisible()
  await later.evaluate(() => void Object.assign(window.looks, { isHeld: true }))
  await offer.getByRole('button', { name: 'Look into it' }).click()
  await expect.poll(() => later.evaluate(() => window.looks.goOn !== null)).toBe(true)
  await offer.getByRole('button', { name: 'Keep it' }).click()
  await expect(offer).toHaveCount(0)
  await storedOriginals(person, server.origin)
  await expect.poll(() => spooledRecordings(later)).toEqual([])

  const before = await later.evaluate(() => window.looks.reads)
  await later.evaluate(() => window.looks.goOn?.())
  // The recording's end is found by looking for slices after the last one.
  await expect.poll(() => later.evaluate(() => window.looks.reads)).toBeGreaterThan(before)
  expect(await later.evaluate(() => window.looks.addresses)).toBe(0)
})

for (const how of ['Keep it', 'Discard', 'looked at again'] as const) {
  test(`the card of a recording that another window has dealt with forgets itself when it is told “${how}”, and does no harm`, async ({
    page,
    context,
    person,
    server,
  }) => {
    await breakOff(page, 'Dealt with')
    const [one, other] = [await context.newPage(), await context.newPage()]
    const cards = [one, other].map((window) =>
      window.getByRole('region', { name: 'Unfinished recording: Dealt with' }),
    )
    for (const [index, window] of [one, other].entries()) {
      await window.bringToFront()
      await window.goto('/app/stories')
      await expect(cards[index] as Locator).toBeVisible()
    }
    const [card, stale] = cards as [Locator, Locator]
    await card.getByRole('button', { name: 'Keep it' }).click()
    await storedOriginals(person, server.origin)
    await expect.poll(() => spooledRecordings(one)).toEqual([])

    if (how === 'looked at again') {
      await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    } else {
      await stale.getByRole('button', { name: how }).click()
    }
    if (how === 'Discard') {
      await other.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
      await other.getByRole('button', { name: 'Discard for good' }).click()
    }
    await expect(stale).toHaveCount(0)
    await expect(other.getByRole('region', { name: 'Recording on its way' })).toHaveCount(0)
    await storedOriginals(person, server.origin)
  })
}

declare global {
  interface Window {
    /** `reads`: how often slices were looked for and answered. `addresses`: made of bytes and not yet revoked. */
    looks: { isHeld: boolean; goOn: (() => void) | null; reads: number; addresses: number }
  }
}

/** Runs in the page: the first slice that is read once `isHeld` is set comes only with `goOn`. */
function holdFirstLook(): void {
  const looks: Window['looks'] = { isHeld: false, goOn: null, reads: 0, addresses: 0 }
  window.looks = looks
  const { get, getAllKeys } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key)
    if (this.name !== 'slices' || !looks.isHeld) return request
    looks.isHeld = false
    const held = { result: undefined, onsuccess: null as (() => void) | null }
    request.onsuccess = () => {
      looks.goOn = () => {
        held.result = request.result
        held.onsuccess?.()
      }
    }
    return held as unknown as IDBRequest
  }
  IDBObjectStore.prototype.getAllKeys = function (...asked) {
    const request = getAllKeys.apply(this, asked)
    if (this.name === 'slices') request.addEventListener('success', () => setTimeout(() => looks.reads++))
    return request
  }
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = (made) => {
    looks.addresses += 1
    return createObjectURL(made)
  }
  URL.revokeObjectURL = (address) => {
    looks.addresses -= 1
    revokeObjectURL(address)
  }
}

/**
 * Runs in the page: its database can neither be listed nor opened at the first try, and closes at an event, as when a disk fails.
 */
function failAtFirst(): void {
  const { databases, open } = IDBFactory.prototype
  const failed = () => new DOMException('Internal error.', 'UnknownError')
  IDBFactory.prototype.databases = () => {
    IDBFactory.prototype.databases = databases
    return Promise.reject(failed())
  }
  let isFirst = true
  IDBFactory.prototype.open = function (name, version) {
    if (isFirst) {
      isFirst = false
      throw failed()
    }
    const request = open.call(this, name, version)
    request.addEventListener('success', () => {
      window.addEventListener('close-store', () => {
        request.result.close()
        request.result.dispatchEvent(new Event('close'))
      })
    })
    return request
  }
}

/** Signs in as another person on an open page, as if they had logged in there. */
async function becomes(page: Page, { session }: Person): Promise<void> {
  await page.evaluate((stored) => window.localStorage.setItem('kinora.auth', stored), JSON.stringify(session))
  await page.reload()
}
