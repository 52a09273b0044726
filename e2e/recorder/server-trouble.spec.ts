import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, type Route } from '@playwright/test'
import { killDatabase } from '../../server/testing/kill-database.ts'
import type { Person } from '../person.ts'
import { expectToServeEverybody } from '../serves-everybody.ts'
import { spooledNow } from './profile.ts'
import { expectWhole, storedOriginals } from './stored.ts'
import {
  endSession,
  onServer,
  openAndTryAgain,
  openStudio,
  record,
  recordedFor,
  stopAndCount,
  test,
} from './studio.ts'

const chunks = '**/media/recordings/*/chunks/*'
const complete = '**/rpc/recordings/complete'

test('what fails or lies on the way to the server costs nothing', async ({ page, person, server }) => {
  const withChunks = ['lie', '500', 'lost', '413', 'forgotten', 'page', 'lie', 'forgotten', '500']
  await page.route(chunks, async (route) => {
    const index = Number(route.request().url().split('/').at(-1))
    const size = route.request().postDataBuffer()?.length ?? 0
    const digest = route.request().headers()['content-digest'] ?? ''
    const sha256 = Buffer.from(digest.slice('sha-256=:'.length, -1), 'base64').toString('hex')
    const receipt = { index, size, sha256, receivedBytes: size, nextIndex: index + 1 }
    const lies = { lie: { ...receipt, sha256: 'f'.repeat(64) }, forgotten: receipt }
    await answer(route, withChunks.shift(), lies)
  })
  const atTheEnd = ['413', '500', 'lie', 'lost', 'page', 'unheard']
  const keptMeanwhile: number[] = []
  await page.route(complete, async (route) => {
    keptMeanwhile.push((await spooledNow(page)).length)
    const { json: end } = route.request().postDataJSON()
    const { id, chunkCount: nextIndex, sizeBytes: receivedBytes } = end
    const lie = {
      id,
      storyId: id,
      state: 'ready',
      nextIndex,
      receivedBytes,
      damaged: [],
      sha256: 'f'.repeat(64),
    }
    await answer(route, atTheEnd.shift(), { lie: { json: lie } })
  })

  await openStudio(page, 'The long way')
  await record(page)
  await expect(page.getByText('The server has trouble just now').first()).toBeVisible()
  await recordedFor(page, 6)
  const counted = await stopAndCount(page)
  const spooled = await spooledNow(page)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect([withChunks, atTheEnd]).toEqual([[], []])
  expect(new Set(keptMeanwhile)).toEqual(new Set([spooled.length]))
  expect(stored?.bytes.equals(spooled)).toBe(true)
  expectWhole(stored?.path ?? '', counted)
  await expectLetGo(page)
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
  const counted = await stopAndCount(page)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expectWhole(stored?.path ?? '', counted)
})

test('a database that is killed while somebody tells and when they end takes nothing that was acknowledged', async ({
  page,
  person,
  server,
}) => {
  await openStudio(page, 'The shelf fell over')
  await record(page)
  await recordedFor(page, 3)
  await onServer(page)
  const { id } = await recordingOf(page, person)
  const acknowledged = await person.api.recordings.status({ id })
  // The database is back so soon that the page may have nothing to report.
  killDatabase(server.dataDir)
  await expect(page.getByTestId('safety-line')).toHaveText(/safe on the server to \d\d:(0[4-9]|[1-5]\d)/, {
    timeout: 40_000,
  })
  // While the database is down, the page may still show what was acknowledged before.
  const receivedBytes = async () =>
    (await person.api.recordings.status({ id }).catch(() => acknowledged)).receivedBytes
  await expect.poll(receivedBytes).toBeGreaterThan(acknowledged.receivedBytes)
  expect(acknowledged.receivedBytes).toBeGreaterThan(0)
  const spooled = whenEnding(page, async () => killDatabase(server.dataDir))
  const counted = await stopAndCount(page)
  await endSession(page)

  await expectLetGo(page)
  const [stored] = await storedOriginals(person, server.origin)
  expect(stored?.bytes.equals(await spooled)).toBe(true)
  expectWhole(stored?.path ?? '', counted)
})

test('a byte that the server’s disk turned is found before the device lets go, and mended from it', async ({
  page,
  person,
  server,
}) => {
  await openStudio(page, 'A worm in the wood')
  await record(page)
  await recordedFor(page, 3)
  const sentAgain: string[] = []
  const spooled = whenEnding(page, async () => {
    const { originalMediaId } = await recordingOf(page, person)
    await turnByte(join(server.dataDir, 'media/media', person.id, originalMediaId))
    page.on('request', (request) => {
      if (request.method() === 'PUT') sentAgain.push(request.url())
    })
  })
  const counted = await stopAndCount(page)
  await endSession(page)

  await expectLetGo(page)
  expect(sentAgain).toEqual([expect.stringMatching(/\/chunks\/0$/)])
  const [stored] = await storedOriginals(person, server.origin)
  expect(stored?.bytes.equals(await spooled)).toBe(true)
  expectWhole(stored?.path ?? '', counted)
})

test('a recording that something on the way refuses for good can be saved as a file, and goes up once it is let through', async ({
  page,
  person,
  server,
}) => {
  await page.route(chunks, (route) => answer(route, '413', {}))
  await openStudio(page, 'Through the hotel')
  await record(page)
  await recordedFor(page, 3)
  const counted = await stopAndCount(page)
  await endSession(page)

  const onItsWay = page.getByRole('region', { name: 'Recording on its way' })
  await expect(onItsWay).toContainText('Something on the way refuses even the smallest piece.')
  await expectToServeEverybody(page)
  const downloading = page.waitForEvent('download')
  await onItsWay.getByRole('button', { name: 'Save a copy' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Through the hotel.webm')
  const copy = await download.path()
  expect((await readFile(copy)).equals(await spooledNow(page))).toBe(true)
  expectWhole(copy, counted)

  await openAndTryAgain(page, chunks, onItsWay)
  const [stored] = await storedOriginals(person, server.origin)
  expect(stored?.bytes.equals(await readFile(copy))).toBe(true)
  await expectLetGo(page)
})

/**
 * Runs `work` when everything has been sent and the server is about to be asked to verify it. Returns what the device has at that
 * moment, which is all of it.
 */
function whenEnding(page: Page, work: () => Promise<void>): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  page
    .route(
      complete,
      async (route) => {
        await spooledNow(page).then(resolve, reject)
        await work()
        await route.continue()
      },
      { times: 1 },
    )
    .catch(reject)
  return promise
}

/** Replaces the server’s answer; with `unheard`, the server executes the call, but its answer is lost. */
async function answer(
  route: Route,
  trouble: string | undefined,
  lies: Record<string, object>,
): Promise<void> {
  const lie = lies[trouble ?? '']
  if (lie !== undefined) return route.fulfill({ json: lie })
  switch (trouble) {
    case 'page':
      return route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to the hotel network</h1>' })
    case '500':
      return route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: '' } })
    case '413':
      return route.fulfill({ status: 413, body: 'Request Entity Too Large' })
    case 'unheard':
      await route.fetch()
      return route.abort('connectionreset')
    case 'lost':
      return route.abort('connectionreset')
    default:
      return route.continue()
  }
}

async function recordingOf(page: Page, person: Person) {
  const id = new URL(page.url()).searchParams.get('storyId') ?? ''
  const [recording] = (await person.api.stories.get({ id })).recordings
  if (!recording) throw new Error('the server has no recording')
  return recording
}

async function turnByte(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 1_000)
  await file.write(Buffer.from([buffer.readUInt8(0) ^ 1]), 0, 1, 1_000)
  await file.close()
}

/** Expects that everything has arrived, and that the device keeps nothing of it any longer. */
async function expectLetGo(page: Page): Promise<void> {
  await expect(page.getByTestId('delivery')).toHaveCount(0, { timeout: 60_000 })
  await expect.poll(async () => (await spooledNow(page)).length).toBe(0)
}
