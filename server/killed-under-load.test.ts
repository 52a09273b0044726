import { setTimeout as after } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { type Person, personAt } from './testing/family.ts'
import { killDatabase } from './testing/kill-database.ts'
import { deliveredAgain, mailedMoreThanOnce, startMailServer } from './testing/mail-server.ts'
import { createServerProcess } from './testing/server-process.ts'

/** The number of kills, alternating between the server and the database; set by KINORA_KILLS_UNDER_LOAD. */
const KILLS = Number(process.env.KINORA_KILLS_UNDER_LOAD ?? 4)
const PEOPLE = 4
/** Two workers: each may have handed over one mail without having recorded that yet, and be handing over the next. */
const MAILS_AT_ONCE = 4

/** What the server acknowledged, and what may have been done without an acknowledgement. */
type Told = { stories: Map<string, string>; invited: Set<string>; maybe: Set<string> }

/** Writes stories and invites people to them until it is aborted. */
async function write(ana: Person, told: Told, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const id = uuidv7()
    const title = `Told ${id}`
    const email = `${id}@example.com`
    try {
      await ana.client.stories.create({ id, title, method: 'journal' })
      told.stories.set(id, title)
      told.maybe.add(email)
      await ana.client.sharing.invite({ resourceType: 'story', resourceId: id, role: 'viewer', email })
      told.invited.add(email)
    } catch {
      // The server is down, or its answer was lost: try the next one.
      await after(20)
    }
  }
}

test('a server and its database killed under load keep every write they acknowledged, and of each mail there is one', {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  const mails = await startMailServer()
  const server = await createServerProcess(undefined, {
    PLAN_DEFAULT: 'generation',
    SMTP_URL: mails.url,
    AUTH_AUTOCONFIRM: 'true',
  })
  await server.start()
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => personAt(server.url)))
  const mailed = () => mails.deliveries.map(({ to }) => to)
  const told = people.map((): Told => ({ stories: new Map(), invited: new Set(), maybe: new Set() }))
  const ending = new AbortController()
  const writing = Promise.all(people.map((ana, at) => write(ana, told[at] ?? fail(), ending.signal)))

  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = countOf(told)
    await expect.poll(() => countOf(told)).toBeGreaterThan(before + 2 * PEOPLE)
    await after(Math.random() * 300)
    if (kills % 2 === 0) {
      await server.kill()
      await server.start()
    } else killDatabase(server.dataDir)
  }
  const last = countOf(told)
  await expect.poll(() => countOf(told)).toBeGreaterThan(last)
  ending.abort()
  await writing

  for (const [at, ana] of people.entries()) {
    const { stories, invited } = told[at] ?? fail()
    for (const [id, title] of stories) {
      // The process that was killed last may still be restarting.
      await expect.poll(() => ana.client.stories.get({ id }).catch(() => null)).toMatchObject({ id, title })
    }
    await expect.poll(() => missing(invited, mailed())).toEqual([])
  }
  // The mail of an invitation that was stored but not acknowledged is sent as well.
  const everybody = new Set(told.flatMap(({ maybe }) => [...maybe]))
  expect(mailed().filter((email) => !everybody.has(email))).toEqual([])

  // Only mails that were being handed over at the moment of a kill are sent again, as the same message.
  expect(mailedMoreThanOnce(mails.deliveries)).toEqual([])
  expect(mails.deliveries.length).toBeGreaterThan(2 * KILLS * MAILS_AT_ONCE)
  expect(deliveredAgain(mails.deliveries)).toBeLessThanOrEqual(KILLS * MAILS_AT_ONCE)
})

const countOf = (told: Told[]): number => told.reduce((sum, { invited }) => sum + invited.size, 0)

function missing(wanted: Set<string>, found: string[]): string[] {
  const there = new Set(found)
  return [...wanted].filter((email) => !there.has(email))
}

function fail(): never {
  throw new Error('one list for each person')
}
