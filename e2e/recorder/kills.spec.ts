import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type Person, signUp } from '../person.ts'
import {
  killBrowser,
  noteBegin,
  openProfile,
  recover,
  recoverBegun,
  recoverEnded,
  spooledNow,
} from './profile.ts'
import { decodedMs, originalsNow, storedOriginals, tracksOf } from './stored.ts'
import { keptMs, openStudio, test } from './studio.ts'

/** The number of kills, from KINORA_KILLS; at least 7. */
const kills = Math.max(7, Number(process.env.KINORA_KILLS ?? 20))
/** The moments of the kills, in rotation. Most are early, which costs little waiting; some are before or during the end. */
const moments = ['early', 'paused', 'at once', 'stopping', 'resumed', 'early', 'late'] as const
type Moment = (typeof moments)[number]

/** Some fifteen slices and more than one chunk, so that every moment of both, including writing and sending, occurs. */
const earlyMs = { least: 1_000, most: 2_500 }
/** From before the first slice, or anything, is on the disk. */
const atOnceMs = { least: 0, most: 1_000 }
const lateMs = { least: 2_500, most: 10_000 }
const firstSpan: Partial<Record<Moment, typeof earlyMs>> = { late: lateMs, 'at once': atOnceMs }
/** The time after the last slice: its pictures are encoded, it is written, and so is the note that it was the last. */
const endingMs = { least: 0, most: 250 }

/** The browsers of a batch are killed in sequence, so that nothing runs beside them, and examined afterwards, two at a time. */
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
      for (let next = cut.shift(); next !== undefined; next = cut.shift()) {
        if (next.moment === 'at once') await findCounted(next, origin)
        else lost.push(await lostOf(next, origin))
      }
    }
    await Promise.all([lookAtThem(), lookAtThem()])
    if (kills > 50) console.log(`${lost.length} of ${kills}`)
  }

  const sorted = lost.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(`lost at the end, in ms: ${sorted.map(Math.round).join(' ')}`)
  const worst = sorted.at(-1) ?? 0
  const measured = `killed ${kills} times, at the end ${Math.round(median)} ms missing in the median, ${Math.round(worst)} at worst`
  test.info().annotations.push({ type: 'measured', description: measured })
  expect(median).toBeLessThanOrEqual(250)
  expect(worst).toBeLessThanOrEqual(500)
})

type CutShort = {
  name: string
  moment: Moment
  person: Person
  profile: string
  spooled: Buffer
  shownMs: number
  /** From the first recorded moment to the last: the kill, or the pause or stop. */
  recordedMs: number
}

async function recordAndKill(round: number, origin: string): Promise<CutShort> {
  const moment = moments[round % moments.length] ?? 'early'
  const person = await signUp(origin)
  const profile = await mkdtemp(join(tmpdir(), 'kinora-profile-'))
  const context = await openProfile(profile, origin, person)
  await context.addInitScript(noteBegin)
  const page = await context.newPage()
  await openStudio(page, 'Cut short')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const begun = await noted(page, 'recorderBegan')
  await passed(begun, firstSpan[moment] ?? earlyMs)
  const { heardUntil, silentMs } = await goesOn(page, moment)

  const shownMs = moment === 'at once' ? await keptSoFar(page) : await keptMs(page)
  const spooled = await spooledNow(page)
  const killedAt = killBrowser(profile)
  await context.close().catch(() => undefined)
  const recordedMs = (heardUntil ?? killedAt) - begun - silentMs
  return { name: `round ${round}, ${moment}`, moment, person, profile, spooled, shownMs, recordedMs }
}

type Hearing = { heardUntil: number | null; silentMs: number }

/** Pauses, resumes or stops as the moment requires; returns when the recording ended, and for how long it was paused. */
async function goesOn(page: Page, moment: Moment): Promise<Hearing> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  if (moment === 'stopping') {
    await press('Stop')
    const pressed = Date.now()
    await passed(pressed, endingMs)
    return { heardUntil: pressed, silentMs: 0 }
  }
  if (moment !== 'paused' && moment !== 'resumed') return { heardUntil: null, silentMs: 0 }

  await press('Pause')
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  const paused = await noted(page, 'recorderPaused')
  if (moment === 'paused') return { heardUntil: paused, silentMs: 0 }

  await press('Resume')
  const resumed = await noted(page, 'recorderResumed')
  await passed(resumed, atOnceMs)
  return { heardUntil: null, silentMs: resumed - paused }
}

/** The time at which this happened, which the page has noted or is about to note. */
async function noted(page: Page, what: string): Promise<number> {
  const found = await page.waitForFunction(
    (name) => Number(document.documentElement.dataset[name] ?? 0),
    what,
  )
  return found.jsonValue()
}

/** The timer's count, also while it is not shown yet. */
async function keptSoFar(page: Page): Promise<number> {
  const [line] = await page.getByTestId('safety-line').all()
  return line ? keptMs(page) : 0
}

/** Waits for a random moment. */
async function passed(since: number, { least, most }: { least: number; most: number }): Promise<void> {
  const moment = least + Math.random() * (most - least)
  await expect.poll(() => Date.now() - since, { intervals: [10], timeout: 20_000 }).toBeGreaterThan(moment)
}

/**
 * Recovers the recording as the person would, compares the stored bytes with those that were on the disk, and returns how many ms
 * are missing.
 */
async function lostOf(cut: CutShort, origin: string): Promise<number> {
  const { name, moment, person, profile, spooled, shownMs, recordedMs } = cut
  await (moment === 'stopping' ? recoverEnded : recover)(profile, origin, person)

  const [stored] = await storedOriginals(person, origin)
  if (!stored) throw new Error('nothing is stored')
  expect(stored.bytes.subarray(0, spooled.length).equals(spooled), `${name}: every slice on the disk`).toBe(
    true,
  )
  const leftMs = decodedMs(stored.path)
  expect(leftMs, `${name}: everything the timer counted`).toBeGreaterThanOrEqual(shownMs - 50)
  expect(tracksOf(stored.path)).toEqual(['audio', 'video'])

  await rm(profile, { recursive: true, force: true })
  return Math.max(0, recordedMs - leftMs)
}

/**
 * The same for a browser that was killed in the first moments and may have encoded nothing yet. Nothing that was counted is
 * missing, and the next visit works; how much was recorded but not encoded says nothing.
 */
async function findCounted(
  { name, person, profile, spooled, shownMs }: CutShort,
  origin: string,
): Promise<void> {
  const isKept = await recoverBegun(profile, origin, person)
  const [stored] = isKept ? await originalsNow(person, origin) : []
  const bytes = stored?.bytes ?? Buffer.alloc(0)
  expect(bytes.subarray(0, spooled.length).equals(spooled), `${name}: every slice on the disk`).toBe(true)
  if (shownMs > 0) {
    const leftMs = decodedMs(stored?.path ?? '')
    expect(leftMs, `${name}: everything the timer counted`).toBeGreaterThanOrEqual(shownMs - 50)
  }
  console.log(`${name}: counted ${shownMs} ms, ${spooled.length} bytes`)
  await rm(profile, { recursive: true, force: true })
}
