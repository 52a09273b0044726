import { writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../server/testing/addresses.ts'
import type { Person } from '../person.ts'
import { startServer } from '../server.ts'
import { spooledNow, spooledRecordings } from './profile.ts'
import { decodedMs, expectWhole, storedOriginals } from './stored.ts'
import { test as base, endSession, openStudio, record, recordedFor, stopAndCount } from './studio.ts'
import { startThinLine, type ThinLine } from './thin-line.ts'

/** The size of the first chunks, before the speed of the connection is known (web/recorder/upload/pace.ts). */
const FIRST_CHUNK_BYTES = 512 * 1024

/** The server behind a connection that the test can slow down and cut. */
const test = base.extend<object, { line: ThinLine }>({
  line: [
    async ({ settings: _ }, use) => {
      const line = await startThinLine(await freePort())
      await use(line)
      await line.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ line }, use) => {
      const server = await startServer({ PORT: String(line.serverPort), PUBLIC_URL: line.origin })
      await use({ ...server, origin: line.origin })
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

/** The seconds of the recording that the page says are on the server. */
async function saidOfServer(page: Page): Promise<number> {
  const line = (await page.getByTestId('safety-line').textContent()) ?? ''
  const [, minutes = '', seconds = ''] = /safe on the server to (\d\d):(\d\d)$/.exec(line) ?? []
  expect(minutes).not.toBe('')
  return Number(minutes) * 60 + Number(seconds)
}

/** The bytes of the recording that the server has, asked without the slow connection. */
async function receivedBytes(line: ThinLine, person: Person, id: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${line.serverPort}/rpc/recordings/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ json: { id } }),
  })
  const { json } = (await answer.json()) as { json: { receivedBytes?: number } }
  return json.receivedBytes ?? 0
}

test('a line that is slower than the telling and breaks again and again brings all of it, and nobody is told too much', async ({
  page,
  person,
  server,
  line,
}) => {
  await openStudio(page, 'The house at the end of the valley')
  line.cut()
  await record(page)
  await recordedFor(page, 5)
  await expect(page.getByTestId('safety-line')).toHaveText(/safe on the server to 00:00$/)
  await expect(page.getByText('The server cannot be reached just now').first()).toBeVisible()

  // Slower than the recording, and broken before the first chunk, which contains nearly everything that waits, has reached the
  // server.
  const waiting = (await spooledNow(page)).length
  line.narrow(waiting / 6)
  line.breakEvery(Math.min(waiting, FIRST_CHUNK_BYTES) * 0.6)
  line.mend()
  const [{ id } = { id: '' }] = await spooledRecordings(page)
  await recordedFor(page, 7)
  const counted = await stopAndCount(page)
  const spooled = await spooledNow(page)

  /** What the server had when the page first reported so many seconds. */
  const had = new Map<number, number>()
  const hear = async () => {
    const seconds = await saidOfServer(page)
    if (seconds > 0 && !had.has(seconds)) had.set(seconds, await receivedBytes(line, person, id))
    return seconds
  }
  await expect.poll(hear, { timeout: 60_000, intervals: [200] }).toBeGreaterThan(2)
  await endSession(page)
  await expect(page.getByTestId('delivery')).toBeVisible()
  await expect(page.getByTestId('delivery')).toHaveCount(0, { timeout: 60_000 })
  expect(line.breaks()).toBeGreaterThan(2)

  line.breakEvery(Number.POSITIVE_INFINITY)
  line.narrow(Number.POSITIVE_INFINITY)
  // The connection may have broken a moment ago, and still be down for the next request.
  line.mend()
  const [stored] = await storedOriginals(person, server.origin)
  expect(stored?.bytes.equals(spooled)).toBe(true)
  expectWhole(stored?.path ?? '', counted)
  const part = test.info().outputPath('part.webm')
  for (const [seconds, bytes] of had) {
    writeFileSync(part, spooled.subarray(0, bytes))
    expect(decodedMs(part)).toBeGreaterThanOrEqual(seconds * 1000 - 500)
  }
})
