import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { signUp } from '../person.ts'
import { startServer } from '../server.ts'
import { canMountDisks, makeDisk } from './power-cut.ts'
import { killBrowser, openProfile, recover, spooledNow } from './profile.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { keptMs, openStudio, record, recordedFor, test } from './studio.ts'

/** What a power cut may take besides what the server acknowledged: the data that Chromium's database held back, as measured. */
const lostAtMostMs = 1_100

test('a power cut takes nothing that the server acknowledged and about a second of the rest', async () => {
  test.info().skip(!canMountDisks(), 'mounting a disk needs root on Linux')
  test.setTimeout(240_000)
  const disk = await makeDisk()
  const server = await startServer({ DATA_DIR: join(disk.folder, 'data') })
  const profile = join(disk.folder, 'profile')
  try {
    const person = await signUp(server.origin)
    const context = await openProfile(profile, server.origin, person)
    const page = await context.newPage()
    await openStudio(page, 'Cut short')
    await record(page)
    const acknowledged = acknowledgedTo(page)
    await recordedFor(page, 6)
    // Known only from the chunks' receipts, because a server that is asked for the status first flushes what it has.
    const { id, receivedBytes } = acknowledged()
    expect(receivedBytes).toBeGreaterThan(0)
    const shownMs = await keptMs(page)
    const spooled = await spooledNow(page)

    killBrowser(profile)
    disk.snapshot()
    await context.close().catch(() => undefined)
    await server.kill()
    await disk.putSnapshotBack()

    await server.start()
    const left = await person.api.recordings.status({ id })
    expect(left.receivedBytes).toBeGreaterThanOrEqual(receivedBytes)
    await recover(profile, server.origin, person)

    const [stored] = await storedOriginals(person, server.origin)
    if (!stored) throw new Error('nothing is stored')
    const leftMs = decodedMs(stored.path)
    console.log(`power cut at ${shownMs} ms of the timer: ${Math.round(leftMs)} ms kept`)
    expect(leftMs).toBeGreaterThanOrEqual(shownMs - lostAtMostMs)
    // The shorter of the two is the beginning of the longer.
    const common = Math.min(stored.bytes.length, spooled.length)
    expect(stored.bytes.subarray(0, common).equals(spooled.subarray(0, common))).toBe(true)
  } finally {
    await server.stop()
    await disk.remove()
  }
})

/** What a page was told about its chunks: the recording, and how many bytes the server said were on its disk. */
function acknowledgedTo(page: Page): () => { id: string; receivedBytes: number } {
  let last = { id: '', receivedBytes: 0 }
  page.on('response', async (response) => {
    const id = /\/media\/recordings\/([^/]+)\/chunks\//.exec(response.url())?.[1]
    if (id === undefined || !response.ok()) return
    const { receivedBytes } = await response.json().catch(() => last)
    last = { id, receivedBytes: Math.max(receivedBytes, last.receivedBytes) }
  })
  return () => last
}
