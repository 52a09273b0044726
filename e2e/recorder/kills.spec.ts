import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type Person, signUp } from '../person.ts'
import { killBrowser, noteBegin, openProfile, recover, spooledNow } from './profile.ts'
import { decodedMs, storedOriginals, tracksOf } from './stored.ts'
import { openStudio, record, shownSeconds, test } from './studio.ts'

/** How often the browser is killed: KINORA_KILLS, at least 6. */
const kills = Math.max(6, Number(process.env.KINORA_KILLS ?? 20))
/** Some twelve slices: any moment of a slice, and of what is written and sent meanwhile, comes up within them. */
const longestMs = 3_000

test('a browser that is killed at any moment loses no counted slice, and a quarter of a second at the end', async ({
  server,
}) => {
  test.setTimeout(kills * 60_000)
  const lost: number[] = []
  for (let round = 0; round < kills; round += 1) {
    const person = await signUp(server.origin)
    const profile = await mkdtemp(join(tmpdir(), 'kinora-profile-'))
    const { spooled, recordedMs } = await recordAndKill(profile, server.origin, person)
    await recover(profile, server.origin, person)

    const [stored] = await storedOriginals(person, server.origin)
    if (!stored) throw new Error('nothing is stored')
    const same = stored.bytes.subarray(0, spooled.bytes)
    expect(createHash('sha256').update(same).digest('hex'), `round ${round}: every slice on the disk`).toBe(
      spooled.sha256,
    )
    const keptMs = decodedMs(stored.path)
    expect(keptMs, `round ${round}: everything the timer counted`).toBeGreaterThanOrEqual(
      spooled.timerSeconds * 1000 - 50,
    )
    expect(tracksOf(stored.path)).toEqual(['audio', 'video'])

    lost.push(Math.max(0, recordedMs - keptMs))
    await rm(profile, { recursive: true, force: true })
  }

  const sorted = lost.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(`killed ${kills} times; lost at the end, in ms: ${sorted.map(Math.round).join(' ')}`)
  expect(median).toBeLessThanOrEqual(250)
  expect(sorted.at(-1)).toBeLessThanOrEqual(500)
})

async function recordAndKill(profile: string, origin: string, person: Person) {
  const context = await openProfile(profile, origin, person)
  await context.addInitScript(noteBegin)
  const page = await context.newPage()
  await openStudio(page, 'Cut short')
  await record(page)
  // At least one second, so that there is something; then any moment.
  const moment = 1_000 + Math.random() * longestMs
  const noted = await page.waitForFunction(() => Number(document.documentElement.dataset.recorderBegan ?? 0))
  const begun = await noted.jsonValue()
  await expect.poll(() => Date.now() - begun, { intervals: [10], timeout: 20_000 }).toBeGreaterThan(moment)

  const timerSeconds = await shownSeconds(page)
  const spooled = await spooledNow(page)
  const killedAt = killBrowser(profile)
  await context.close().catch(() => undefined)
  return { spooled: { ...spooled, timerSeconds }, recordedMs: killedAt - begun }
}
