import { type Browser, expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Person } from '../person.ts'
import { aPhone, enter, phoneRecordedFor, readCode } from '../phone.ts'
import { expectToServeEverybody } from '../serves-everybody.ts'
import { decodedMs, expectWhole, expectWholeToCut, fillStory, storedOriginals } from './stored.ts'
import { countAtEnd, crash, endSession, keptMs, openAndTryAgain, shownSeconds, test } from './studio.ts'

const cannotKeep = 'This device cannot keep the recording'
const allSafe = 'Everything is safe on the server'

/** A studio on a computer, and a phone beside it that has recorded for two seconds and goes on. */
async function recordBeside(page: Page, browser: Browser) {
  const context = await aPhone(browser)
  await page.goto('/app/studio?title=The+orchard')
  const phone = await enter(context, await readCode(page))
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  return { context, phone }
}

test('where a phone’s browser closes its store in the middle of a recording, it opens it anew, keeps what it had, and goes on', async ({
  browser,
  person,
  server,
}) => {
  const context = await aPhone(browser)
  await context.addInitScript(closeWhereTold)
  const phone = await enter(context, await linkTo(person, newId()))
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  await phone.evaluate(() => window.dispatchEvent(new Event('close-store')))
  const alert = phone.getByRole('alert').filter({ hasText: cannotKeep })
  await expect(alert).toContainText('is safe on this device')
  const firstMs = await keptMs(phone)

  await alert.getByRole('button', { name: 'Go on' }).click()
  await expect(alert).toBeHidden()
  await phoneRecordedFor(phone, Math.ceil(firstMs / 1_000) + 2)
  await phone.getByRole('button', { name: 'Stop' }).click()
  await expect(phone.getByTestId('safety-line')).toHaveText(allSafe)
  await expect(phone.getByRole('region', { name: 'Unfinished recording' })).toHaveCount(0)

  const [first, second] = await storedOriginals(person, server.origin, 2)
  expect([first?.recording.part, second?.recording.part]).toEqual([0, 1])
  expectWholeToCut(first?.path ?? '', firstMs)
  expectWhole(second?.path ?? '', (await keptMs(phone)) - firstMs)
  await context.close()
})

test('where a phone’s browser closed its store between two parts, the computer hears how the second one arrives', async ({
  page,
  browser,
  person,
  server,
}) => {
  const context = await aPhone(browser)
  await context.addInitScript(closeWhereTold)
  await page.goto('/app/studio?title=The+orchard')
  const phone = await enter(context, await readCode(page))
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  const seen = page.getByRole('region', { name: 'Phone' })
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  await phone.getByRole('button', { name: 'Stop' }).click()
  await expect(seen).toContainText('The phone has recorded')

  await phone.evaluate(() => window.dispatchEvent(new Event('close-store')))
  const join = await cutOff(phone)
  await phone.getByRole('button', { name: 'Record more' }).click()
  await phoneRecordedFor(phone, 4)
  await phone.getByRole('button', { name: 'Stop' }).click()
  await countAtEnd(phone)

  await expect(seen).toContainText('The phone is sending its last seconds')
  join()
  await expect(seen).toContainText('The phone has recorded')
  await storedOriginals(person, server.origin, 2)
  await context.close()
})

test('where a phone’s browser closes its store while it sends what was told, it goes on sending by itself', async ({
  browser,
  person,
  server,
}) => {
  const context = await aPhone(browser)
  await context.addInitScript(closeWhereTold)
  const phone = await enter(context, await linkTo(person, newId()))
  const join = await cutOff(phone)
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  await phone.getByRole('button', { name: 'Stop' }).click()
  const toldMs = await countAtEnd(phone)
  await phone.evaluate(() => window.dispatchEvent(new Event('close-store')))
  join()

  const [stored] = await storedOriginals(person, server.origin, 1)
  expectWhole(stored?.path ?? '', toldMs)
  await expect(phone.getByTestId('safety-line')).toHaveText(allSafe)
  await context.close()
})

test('where a phone’s browser throws away what it keeps in the middle of a recording, that is told, and the next part is kept', async ({
  browser,
  person,
  server,
}) => {
  const context = await aPhone(browser)
  const storyId = newId()
  const phone = await enter(context, await linkTo(person, storyId))
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  const session = await context.newCDPSession(phone)
  await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'indexeddb' })
  const alert = phone.getByRole('alert').filter({ hasText: cannotKeep })
  await alert.getByRole('button', { name: 'Go on' }).click()
  await expect(alert).toBeHidden()

  await phoneRecordedFor(phone, (await shownSeconds(phone)) + 2)
  await phone.getByRole('button', { name: 'Stop' }).click()
  const recordings = async () => (await person.api.stories.get({ id: storyId })).recordings
  const isNextReady = async () =>
    (await recordings()).some(({ state, part }) => state === 'ready' && part > 0)
  await expect.poll(isNextReady, { timeout: 60_000 }).toBe(true)
  // The bytes that the server had of the first part are kept as well.
  expect((await recordings()).find(({ part }) => part === 0)?.sizeBytes).toBeGreaterThan(0)
  await context.close()
})

test('what a phone recorded in the garden after the session had ended can be saved there, and arrives once its link works again', async ({
  page,
  browser,
  person,
  server,
}) => {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'The garden', method: 'journal' })
  const { link, address } = await person.api.recordingLinks.create({
    ...{ id: newId(), storyId, title: 'The garden', purpose: 'phone' },
  })
  const context = await aPhone(browser)
  const phone = await enter(context, address)
  // Reports are sent one at a time, so after this failure none is in flight that could bring news of the end.
  const unheard = phone.waitForEvent('requestfailed', (asked) =>
    asked.url().endsWith('/recordingLinks/report'),
  )
  await context.setOffline(true)
  await unheard
  await person.api.recordingLinks.end({ id: link.id })
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  await phone.getByRole('button', { name: 'Stop' }).click()
  const toldMs = await countAtEnd(phone)
  await context.setOffline(false)
  await expect(
    phone.getByText('Ask whoever gave it to you to renew it; then it is sent.').first(),
  ).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Save a copy' })).toBeVisible()

  const chunks = '**/media/recordings/*/chunks/*'
  await phone.route(chunks, (route) => route.abort())
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Ask a relative' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Phone beside the computer' })
    .getByRole('button')
    .click()
  await openAndTryAgain(phone, chunks)
  await expect(phone.getByTestId('safety-line')).toHaveText(allSafe)
  const [stored] = await storedOriginals(person, server.origin, 1)
  expectWhole(stored?.path ?? '', toldMs)

  // The link was released for the next device, and none has taken it, so this one may take it again.
  await expect(phone.getByRole('alert')).toContainText('What this one has recorded still arrives.')
  await expect(phone.getByText('Another device already uses this link.')).toHaveCount(0)
  await phone.getByRole('button', { name: 'Go on with this device' }).click()
  await expect(phone.getByRole('button', { name: 'Begin' })).toBeVisible()
  await context.close()
})

test('what was told by a link that was taken back waits on its device, which says so, and goes by a new link to the same story', async ({
  browser,
  person,
}) => {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'Full of stories', method: 'journal' })
  const context = await aPhone(browser)
  const address = await linkTo(person, storyId)
  const phone = await enter(context, address)
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  const [link] = await person.api.recordingLinks.list({ storyId })
  await person.api.recordingLinks.revoke({ id: link?.id ?? '' })
  const takenBack = phone.getByRole('alert').filter({ hasText: 'This link was taken back.' })
  await expect(takenBack).toContainText('Nothing that you have told is lost.')
  await phone.getByRole('button', { name: 'Stop' }).click()
  const toldMs = await countAtEnd(phone)
  const delivery = phone.getByTestId('delivery')
  await expect(delivery).toContainText('is kept on this device. It is not being sent just now.')
  await phone.goto('about:blank')
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: 'This link was taken back' })).toBeVisible()
  await expect(delivery).toContainText('is kept on this device. It is not being sent just now.')

  // A link to another story does not take the recording along.
  await phone.goto('about:blank')
  await phone.goto(await linkTo(person, newId()))
  await expect(phone.getByRole('button', { name: 'Begin' })).toBeVisible()
  await expect(delivery).toHaveCount(0)
  await phone.goto('about:blank')
  await phone.goto(await linkTo(person, storyId))
  await expect(phone.getByRole('button', { name: 'Begin' })).toBeVisible()
  const whole = async () => {
    const { recordings } = await person.api.stories.get({ id: storyId })
    return recordings.find(({ state }) => state === 'ready')
  }
  await expect.poll(async () => (await whole())?.durationMs ?? 0).toBeGreaterThan(toldMs - 1_000)
  expect((await person.api.stories.get({ id: storyId })).recordings).toHaveLength(1)

  // A phone whose story has been moved to the trash is told so, and cannot record.
  await phone.getByRole('button', { name: 'Begin' }).click()
  await expect(phone.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
  await person.api.stories.delete({ id: storyId })
  await expect(phone.getByRole('alert')).toContainText('This story was deleted.')
  await expect(phone.getByRole('button', { name: 'Record', exact: true })).toHaveCount(0)
  await expect(phone.getByLabel('Camera preview')).toHaveCount(0)
  await person.api.stories.restore({ id: storyId })
  await expect(phone.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
  await expect(phone.getByLabel('Camera preview')).toBeVisible()
  await person.api.stories.delete({ id: storyId })
  await expect(phone.getByRole('alert')).toContainText('This story was deleted.')
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'This story was deleted' })).toBeVisible()
  await context.close()
})

test('a phone whose story has all the parts it may have says whom to tell, and keeps what was recorded', async ({
  browser,
  person,
}) => {
  const storyId = newId()
  await fillStory(person, storyId, limits.partsPerStory)
  const context = await aPhone(browser)
  const address = await linkTo(person, storyId)
  const phone = await enter(context, address)
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 2)
  await phone.getByRole('button', { name: 'Stop' }).click()
  const told = phone.getByText(
    'This story has as many parts as one can hold. The recording stays on this device. Please tell whoever gave you the link.',
  )
  await expect(told.first()).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Save a copy' })).toBeVisible()
  await countAtEnd(phone)

  await phone.goto('about:blank')
  await phone.goto(address)
  await expect(told).toBeVisible()
  // Only a signed-in person can create a story.
  await expect(phone.getByRole('button', { name: 'Save a copy' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Keep it as a new story' })).toHaveCount(0)
  await context.close()
})

test('a recording of which a phone can read nothing just now is not taken for empty there, and can be kept at the next look', async ({
  browser,
  person,
  server,
}) => {
  const context = await aPhone(browser)
  const address = await linkTo(person, newId())
  const phone = await enter(context, address)
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 3)
  await crash(phone)

  const later = await context.newPage()
  await later.addInitScript(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (key) {
      if (this.name === 'slices' && !('isMended' in window)) throw new DOMException('damaged', 'UnknownError')
      return get.call(this, key)
    }
  })
  await later.goto(address)
  const offer = later.getByRole('region', { name: 'Unfinished recording' })
  await expect(offer).toContainText('This device cannot read it just now.')
  await expect(offer).not.toContainText('nothing to keep')
  await expectToServeEverybody(later)

  await later.evaluate(() => Object.assign(window, { isMended: true }))
  await offer.getByRole('button', { name: 'Look again' }).click()
  await offer.getByRole('button', { name: 'Keep it' }).click()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
  await context.close()
})

test('a computer whose page was loaded anew meanwhile still asks the phone to stop, and waits for it; a relative’s it leaves alone', async ({
  page,
  browser,
  person,
  server,
}) => {
  const { context, phone } = await recordBeside(page, browser)
  const recorded = async () => (await person.api.stories.list({})).items[0]?.id
  await expect.poll(recorded).toBeDefined()
  const storyId = (await recorded()) ?? ''
  const far = await aPhone(browser)
  const relative = await enter(far, await linkTo(person, storyId))
  await relative.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(relative, 1)

  await page.goto(`/app/studio?storyId=${storyId}&title=The+orchard&further=true`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await expect(page.getByRole('region', { name: 'Phone' })).toContainText('The phone is recording')
  await endSession(page)
  await expect(phone.getByTestId('safety-line')).toHaveText(allSafe)
  await expect(phone.getByText('The session has ended. Thank you!')).toBeVisible()
  await phoneRecordedFor(relative, (await shownSeconds(relative)) + 1)
  await relative.getByRole('button', { name: 'Stop' }).click()
  await expect(relative.getByTestId('safety-line')).toHaveText(allSafe)
  await storedOriginals(person, server.origin, 2)
  await Promise.all([context.close(), far.close()])
})

test('of a phone whose page died in the middle the computer says so, and its end waits until somebody has looked at it', async ({
  page,
  browser,
  person,
  server,
}) => {
  const context = await aPhone(browser)
  await page.goto('/app/studio?title=The+orchard')
  const address = await readCode(page)
  const phone = await enter(context, address)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 3)
  await crash(phone)

  const later = await context.newPage()
  await later.goto(address)
  const offer = later.getByRole('region', { name: 'Unfinished recording' })
  await expect(offer).toContainText('It is safe on this device.')
  const seen = page.getByRole('region', { name: 'Phone' })
  await expect(seen).toContainText('has stopped recording: please look at it')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End Session' }).click()
  await expect(page.getByRole('dialog')).toContainText('Its recording broke off: please look at it.')
  await expectToServeEverybody(page)
  await offer.getByRole('button', { name: 'Keep it' }).click()

  await page.waitForURL('**/app/session-recap**')
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
  await context.close()
})

test('a phone that could not be asked to stop is asked until the server has heard it, and the computer says how that stands', async ({
  page,
  browser,
  person,
  server,
}) => {
  const { context, phone } = await recordBeside(page, browser)
  await expect(page.getByRole('region', { name: 'Phone' })).toContainText('The phone is recording')
  // As where the session had run out: no failure of the line, which any attempt may pass.
  const stops = '**/recordingLinks/stop'
  const signedOut = { defined: true, code: 'UNAUTHORIZED', status: 401, message: 'signed out' }
  await page.route(stops, (route) => route.fulfill({ status: 401, json: { json: signedOut } }))
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End Session' }).click()
  await expect(page.getByRole('dialog', { name: 'The phone has not stopped yet' })).toContainText(
    'You can stop it on the phone itself.',
  )
  await expectToServeEverybody(page)
  await phoneRecordedFor(phone, (await shownSeconds(phone)) + 1)

  await page.unroute(stops)
  await page.waitForURL('**/app/session-recap**')
  await expect(phone.getByTestId('safety-line')).toHaveText(allSafe)
  await storedOriginals(person, server.origin)
  await context.close()
})

/** Keeps what is told from reaching the server until the returned function is called. */
async function cutOff(phone: Page): Promise<() => void> {
  let isCut = true
  await phone.route('**/chunks/**', (route) => (isCut ? route.abort() : route.continue()))
  // Not by removing the route, because an attempt that is under way at that moment might never be answered.
  return () => {
    isCut = false
  }
}

async function linkTo({ api }: Person, storyId: string): Promise<string> {
  const story = { storyId, title: 'Full of stories' }
  return (await api.recordingLinks.create({ id: newId(), purpose: 'relative', ...story })).address
}

/** Runs in the page: closes the page's database at an event, as when a disk fails. */
function closeWhereTold(): void {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, version) {
    const request = open.call(this, name, version)
    request.addEventListener('success', () => {
      const close = () => {
        request.result.close()
        request.result.dispatchEvent(new Event('close'))
      }
      window.addEventListener('close-store', close, { once: true })
    })
    return request
  }
}
