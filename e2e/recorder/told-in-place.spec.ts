import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { aPhone, enter, phoneRecordedFor } from '../phone.ts'
import { expectToServeEverybody } from '../serves-everybody.ts'
import { decodedMs, expectWhole, storedOriginals } from './stored.ts'
import {
  breakOff,
  crash,
  endSession,
  onServer,
  openStudio,
  record,
  recordedFor,
  stopAndCount,
  test,
} from './studio.ts'

// Failures of an action on a recording are shown at that recording and stay there, because toasts disappear after some seconds.

const stays = 'The recording stays on this device.'
const toasts = (page: Page) => page.locator('[data-sonner-toast]')

test('a recording that broke off and cannot be kept just now says so in its place, and is kept at the next try', async ({
  page,
  context,
  person,
  server,
}) => {
  await breakOff(page, 'Behind the stove')
  const later = await context.newPage()
  await later.bringToFront()
  await later.addInitScript(failWhereTold)
  await later.goto('/app')
  const offer = later.getByRole('region', { name: 'Unfinished recording: Behind the stove' })
  const keep = offer.getByRole('button', { name: 'Keep it' })
  await expect(keep).toBeVisible()
  await fail(later, true)
  await keep.click()
  await expect(offer.getByRole('alert')).toContainText(stays)
  await expect(keep).toBeFocused()
  await expect(toasts(later)).toHaveCount(0)
  await expectToServeEverybody(later)

  await fail(later, false)
  await keep.click()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
})

test('a phone says in its place that what broke off cannot be kept just now, and keeps it at the next try', async ({
  browser,
  person,
  server,
}) => {
  const context = await aPhone(browser)
  const story = { storyId: newId(), title: 'Under the lamp' }
  const { address } = await person.api.recordingLinks.create({ id: newId(), purpose: 'relative', ...story })
  const phone = await enter(context, address)
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 3)
  await crash(phone)

  const later = await context.newPage()
  await later.addInitScript(failWhereTold)
  await later.goto(address)
  const offer = later.getByRole('region', { name: 'Unfinished recording' })
  await expect(offer).toBeVisible()
  await fail(later, true)
  await offer.getByRole('button', { name: 'Keep it' }).click()
  await expect(offer.getByRole('alert')).toContainText(stays)
  await expect(toasts(later)).toHaveCount(0)

  await fail(later, false)
  await offer.getByRole('button', { name: 'Keep it' }).click()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)
  await context.close()
})

test('a copy that cannot be saved, and a new story that cannot be made, are told of at the recording, and can be tried again', async ({
  page,
  person,
  server,
}) => {
  await page.addInitScript(failWhereTold)
  await openStudio(page, 'By the window')
  const id = new URL(page.url()).searchParams.get('storyId') ?? ''
  await record(page)
  await recordedFor(page, 2)
  await onServer(page)
  await person.api.stories.delete({ id })
  const counted = await stopAndCount(page)
  await endSession(page)

  const notice = page.getByRole('region', { name: 'Recording on its way' })
  const told = notice.getByRole('alert')
  const copy = notice.getByRole('button', { name: 'Save a copy' })
  await expect(told).toHaveText([/^This story was deleted/])
  await expect(copy).toBeVisible()
  await fail(page, true)
  await copy.click()
  await expect(told).toHaveText([/^This story was deleted/, new RegExp(`^No copy was saved. ${stays}`)])
  await fail(page, false)
  const downloading = page.waitForEvent('download')
  await copy.click()
  expectWhole(await (await downloading).path(), counted)
  await expect(told).toHaveCount(1)

  await page.route('**/assets/keep-as-new-story*', (route) => route.abort())
  const keep = notice.getByRole('button', { name: 'Keep it as a new story' })
  await keep.click()
  await expect(told).toHaveText([
    /^This story was deleted/,
    /^No new story was made. Kinora cannot be reached just now/,
  ])
  await expect(keep).toBeFocused()
  await expect(toasts(page)).toHaveCount(0)
  await expectToServeEverybody(page)

  await page.unroute('**/assets/keep-as-new-story*')
  await keep.click()
  const [stored] = await storedOriginals(person, server.origin)
  expectWhole(stored?.path ?? '', counted)
})

const fail = (page: Page, isFailing: boolean) =>
  page.evaluate((isFailing) => void Object.assign(window, { isFailing }), isFailing)

/** Runs in the page: while the test says so, the disk neither reads recorded slices nor stores changes. */
function failWhereTold(): void {
  const { get, put } = IDBObjectStore.prototype
  const failing = (store: IDBObjectStore, name: string) => {
    if (store.name === name && Reflect.get(window, 'isFailing') === true)
      throw new DOMException('damaged', 'UnknownError')
  }
  IDBObjectStore.prototype.get = function (key) {
    failing(this, 'slices')
    return get.call(this, key)
  }
  IDBObjectStore.prototype.put = function (...given) {
    failing(this, 'recordings')
    return put.apply(this, given)
  }
}
