import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { newPrivateJwk } from '../../server/auth/keys.ts'
import { lastReleased } from '../../server/db/additive.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { freePort, urlOf } from '../../server/testing/addresses.ts'
import { startFront } from '../../server/testing/front.ts'
import { buildRelease, hasRelease } from '../../server/testing/release.ts'
import { personOnPage, signUpOnScreen } from '../person.ts'
import { startServer, type TestServer } from '../server.ts'
import { decodedMs, storedOriginals, voiceLikeness } from './stored.ts'
import { test as base, endSession, openStudio, record, recordedFor, stopAndCount } from './studio.ts'
import { voiceFile } from './voice.ts'

/** A Kinora whose processes are replaced, one after the other, behind one address. */
type Replaced = {
  origin: string
  /** Migrates to this version's schema; from here on, this version answers every second request. */
  begin: () => Promise<void>
  /** Removes what is left of the previous release. */
  end: () => Promise<void>
}

const test = base.extend<object, { replaced: Replaced }>({
  replaced: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the wanted fixtures from here
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'kinora-e2e-replaced-'))
      const database = await startEmbedded({ dataDir: folder, durable: false, log: () => undefined })
      const port = await freePort()
      const origin = `http://127.0.0.1:${port}`
      const shared = {
        DATABASE_URL: urlOf(database.login),
        DATABASE_POOL: '5',
        STORAGE_URL: pathToFileURL(join(folder, 'store')).href,
        SECRET_KEY: randomBytes(32).toString('hex'),
        AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
        PUBLIC_URL: origin,
      }
      const source = buildRelease(lastReleased.commit)
      const running: TestServer[] = [await startServer(shared, '127.0.0.1', [], source)]
      let stopFront = await startFront(port, [running[0]?.origin ?? ''])
      const lead = async (servers: TestServer[]) => {
        await stopFront()
        stopFront = await startFront(
          port,
          servers.map((server) => server.origin),
        )
      }
      await use({
        origin,
        begin: async () => {
          running.push(await startServer(shared))
          await lead(running)
        },
        end: async () => {
          await running[0]?.kill()
          await lead(running.slice(1))
        },
      })
      await stopFront()
      for (const server of running) await server.remove()
      await database.stop()
      for (const gone of [folder, source]) await rm(gone, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ replaced }, use) => use(replaced.origin),
})

// Every visit but the first is served by the service worker, which has the files of its own version.
test.use({ serviceWorkers: 'allow' })

// Without the Git history, as in an unpacked archive, there is no previous release.
if (hasRelease(lastReleased.commit)) {
  test('a page of the release before records, ends, writes and plays while the processes behind it are replaced', async ({
    page,
    replaced,
  }) => {
    await signUpOnScreen(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await openStudio(page, 'The orchard')
    await record(page)
    await recordedFor(page, 2)
    await replaced.begin()
    await recordedFor(page, 6)
    const counted = await stopAndCount(page)
    await endSession(page)

    const person = await personOnPage(page)
    const [stored] = await storedOriginals(person, replaced.origin)
    expect(Math.abs(decodedMs(stored?.path ?? '') - counted)).toBeLessThanOrEqual(500)
    expect(voiceLikeness(stored?.path ?? '', voiceFile())).toBeGreaterThan(0.65)
    await playIt(page)

    await replaced.end()
    await page.reload()
    await playIt(page)
  })
}

async function playIt(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stories' }).click()
  await page.getByRole('link', { name: 'The orchard' }).first().click()
  await page.getByRole('tab', { name: 'Recording' }).click()
  const video = page.locator('main video')
  await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true
    player.currentTime = 3
    await player.play()
  })
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(3.5)
}
