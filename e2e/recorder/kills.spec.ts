import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type Person, signUp } from '../person.ts'
import { killBrowser, noteBegin, openProfile, recover, type Spooled, spooledNow } from './profile.ts'
import { decodedMs, storedOriginals, tracksOf } from './stored.ts'
import { openStudio, record, shownSeconds, test } from './studio.ts'

/** How often the browser is killed: KINORA_KILLS, at least 6. */
const kills = Math.max(6, Number(process.env.KINORA_KILLS ?? 20))
/** Some fifteen slices and more than one chunk: any moment of both, and of what is written and sent, comes up within them. */
const longestMs = 1_500

/** Killed one after the other, so that nothing runs beside; looked at afterwards, two at a time. */
const batch = 10

test('a browser that is killed at any moment loses no counted slice, and a quarter of a second at the end', async ({
  server: { origin },
}) => {
  test.setTimeout(kills * 60_000)
  const lost: number[] = []
  for (let from = 0; from < kills; from += batch) {
    const cut: CutShort[] = []
    for (let round = from; round < Math.min(from + batch, kills); round += 1) {
      cut.push(await recordAndKill(round, origin))
    }
    const lookAtThem = async () => {
      for (let next = cut.shift(); next !== undefined; next = cut.shift())
        lost.push(await lostOf(next, origin))
    }
    await Promise.all([lookAtThem(), lookAtThem()])
    if (kills > 50) console.log(`${lost.length} of ${kills}`)
  }

  const sorted = lost.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(`killed ${kills} times; lost at the end, in ms: ${sorted.map(Math.round).join(' ')}`)
  expect(median).toBeLessThanOrEqual(250)
  expect(sorted.at(-1)).toBeLessThanOrEqual(500)
})

type CutShort = {
  round: number
  person: Person
  profile: string
  spooled: Spooled
  timerSeconds: number
  /** From the first moment that was heard to the kill. */
  recordedMs: number
}

async function recordAndKill(round: number, origin: string): Promise<CutShort> {
  const person = await signUp(origin)
  const profile = await mkdtemp(join(tmpdir(), 'kinora-profile-'))
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
  return { round, person, profile, spooled, timerSeconds, recordedMs: killedAt - begun }
}

/** Recovers it as the person would, compares what is stored with what was on the disk, and tells how many ms are missing. */
async function lostOf(cut: CutShort, origin: string): Promise<number> {
  const { round, person, profile, spooled, timerSeconds, recordedMs } = cut
  await recover(profile, origin, person)

  const [stored] = await storedOriginals(person, origin)
  if (!stored) throw new Error('nothing is stored')
  const same = stored.bytes.subarray(0, spooled.bytes)
  expect(createHash('sha256').update(same).digest('hex'), `round ${round}: every slice on the disk`).toBe(
    spooled.sha256,
  )
  const keptMs = decodedMs(stored.path)
  expect(keptMs, `round ${round}: everything the timer counted`).toBeGreaterThanOrEqual(
    timerSeconds * 1000 - 50,
  )
  expect(tracksOf(stored.path)).toEqual(['audio', 'video'])

  await rm(profile, { recursive: true, force: true })
  return Math.max(0, recordedMs - keptMs)
}
