import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { test } from '../test.ts'
import { type BareRun, runBare } from './bare-browser.ts'
import { bringPageSide } from './in-page.ts'
import type { PageSide } from './page-side.ts'
import { decodedMs } from './stored.ts'

declare global {
  interface Window {
    pageSide: PageSide
  }
}

test.use({ bypassCSP: true })

test('the spool in IndexedDB does what every spool does', async ({ page }) => {
  await page.goto('/login')
  await bringPageSide(page)
  expect(await page.evaluate(() => window.pageSide.checkSpool())).toEqual([])
})

test('a tab that is to keep as a new story what another is just moving leaves that to it', async ({
  page,
}) => {
  await page.goto('/login')
  await bringPageSide(page)
  expect(await page.evaluate(() => window.pageSide.keepTwiceAtOnce())).toEqual([1, 0])
})

test('a tab lets go of the store for a newer version of Kinora, at once or when it has ended what it records', async ({
  page,
}) => {
  await page.goto('/login')
  await bringPageSide(page)
  const letGo = ['closed: page-outdated', 'renewed', 'cannot open: page-outdated']
  expect(await page.evaluate(() => window.pageSide.letGoForNewer(false))).toEqual(letGo)
  expect(await page.evaluate(() => window.pageSide.letGoForNewer(true))).toEqual(['recorded on', ...letGo])
})

test('a newer version that waits for an older one says so, and opens the store when that has let go', async ({
  page,
}) => {
  await page.goto('/login')
  await bringPageSide(page)
  const told = await page.evaluate(() => window.pageSide.waitForOlder())
  expect(told).toEqual(['cannot open: store-in-use', 'opened'])
})

test('one record that cannot be read costs no other', async ({ page }) => {
  await page.goto('/login')
  await bringPageSide(page)
  expect(await page.evaluate(() => window.pageSide.leaveOutUnreadable(1))).toEqual({
    read: [0, 2, 3],
    reach: 4,
  })
  expect(await page.evaluate(() => window.pageSide.leaveOutUnreadable(3))).toEqual({
    read: [0, 1, 2],
    reach: 4,
  })
})

test('a record that cannot be read at once is asked for again, and a database that is closed has not lost everything', async ({
  page,
}) => {
  await page.goto('/login')
  await bringPageSide(page)
  expect(await page.evaluate(() => window.pageSide.leaveOutUnreadable(1, 2))).toEqual({
    read: [0, 1, 2, 3],
    reach: 4,
  })
  expect(await page.evaluate(() => window.pageSide.readClosed())).toEqual(['rejected', 'rejected'])
})

test('what is recorded does not wait until the room of an earlier recording is free', async ({ page }) => {
  await page.goto('/login')
  await bringPageSide(page)
  const { recorded, kept, left } = await page.evaluate(() => window.pageSide.recordWhileFreeing())
  expect({ kept, left }).toEqual({ kept: recorded, left: 0 })
  // Recording and freeing alternate at the size of the pieces in which slices are freed; if all were freed at once, five slices
  // would be recorded.
  expect(recorded).toBeGreaterThan(10)
})

for (const { name, userAgent } of [
  { name: 'WebM', userAgent: undefined },
  {
    name: 'MP4, as for Safari',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  },
]) {
  test.describe(`what is counted of ${name}`, () => {
    test.use(userAgent === undefined ? {} : { userAgent })

    for (const at of ['begin', 'end'] as const) {
      test(`is what was recorded, on a device that is busy at the ${at}`, async ({ page }) => {
        await page.goto('/login')
        await bringPageSide(page)
        const busyMs = 1_500
        const told = await page.evaluate((where) => window.pageSide.recordWhileBusy(where.busyMs, where.at), {
          busyMs,
          at,
        })

        const path = test.info().outputPath('stopped')
        await writeFile(path, Buffer.from(told.recording, 'base64'))
        expect(Math.abs(decodedMs(path) - told.countedMs)).toBeLessThanOrEqual(100)
        expect(told.countedMs).toBeLessThanOrEqual(told.askedMs + 100)
      })
    }
  })
}

test('a camera that hangs is told, and the sound that waited for its pictures is kept', async ({ page }) => {
  await page.goto('/login')
  await bringPageSide(page)
  const { told, countedMs } = await page.evaluate(() => window.pageSide.recordHanging())
  expect(told).toBe('stalled')
  expect(countedMs).toBeGreaterThan(5_000)
})

test('a slice that the browser cannot give ends the recording before it: what follows a hole is not kept', async ({
  page,
}) => {
  await page.goto('/login')
  await bringPageSide(page)
  const { told, before, after } = await page.evaluate(() => window.pageSide.recordUnreadable())
  expect(told).toBe('recorder-error')
  expect({ isBegun: before >= 5, after }).toEqual({ isBegun: true, after: 0 })
})

test('memory stays the same however long the recording', async ({ person, server }) => {
  test.setTimeout(300_000)
  const record = (minutes: number) =>
    `pageSide.recordFast(${JSON.stringify(person.token)}, ${(minutes * 60_000) / limits.sliceMs}, ${330 * limits.sliceMs})`

  // Twelve more minutes are 240 MB: if these were kept in memory, it would show. The measured memory varies by a few MB between
  // samples.
  const short = await runBare(record(2), server.origin)
  const long = await runBare(record(14), server.origin)

  console.log(
    `page memory held, and at most, in MB: ${said(short)} in 2 minutes of 1080p, ${said(long)} in 14`,
  )
  expect(long.peakMB).toBeLessThan(300)
  // The first bound is as much as a page ever holds; half of the data that was added would exceed the second.
  expect(long.heldMB).toBeLessThan(200)
  expect(long.heldMB - short.heldMB).toBeLessThan(120)
})

const said = ({ heldMB, peakMB }: BareRun) => `${heldMB} and ${peakMB}`
