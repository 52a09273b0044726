import { sql } from 'kysely'
import { z } from 'zod'
import { asWorker } from '../../db/actor.ts'
import { defineJob, handleJob, type JobHandler } from '../../jobs/job.ts'
import type { Log } from '../../log.ts'
import { mailIn } from '../../mail/mail.ts'
import type { Services } from '../../services.ts'
import { getWishes } from '../notices/notices.ts'
import { fixityLetter } from './fixity-letter.ts'
import { holdsOthers } from './holds-others.ts'
import { createPace } from './paced.ts'
import { type Outcome, readAgain } from './read-again.ts'
import { tellOperators } from './tell-operators.ts'

const checkFixity = defineJob('check_fixity', z.unknown())
const tellOperatorsOfDamage = defineJob('tell_operators_of_damage', z.unknown())

/** A run ends after this time, and the next one goes on: a job of several hours would hold up the jobs that people wait for. */
const RUN_MS = 120_000
const BATCH = 50
/** After so many failures in a row another object is asked for; if the store is away, the rest waits for the next run. */
const AWAY_AFTER = 20

type Parts = Pick<Services, 'db' | 'storage' | 'mail' | 'env'>
export type Found = Record<Outcome | 'failed', number>

/** The background jobs that read everything again, a little at a time, and tell the operators of damage. */
export function fixityJobs(services: Parts): JobHandler[] {
  return [
    handleJob(
      checkFixity,
      async (_, { signal, log }) => {
        // A file is due after two thirds of the configured days, so that even a large store has been read through when the days are over.
        // Never after no days at all: each run would read everything, which a store may charge for.
        const days = Math.max(1, Math.floor((services.env.fixity.days * 2) / 3))
        const found = await readDue(services, { days, forMs: RUN_MS, awayAfter: AWAY_AFTER, signal, log })
        if (Object.values(found).some((count) => count > 0))
          log.info({ found }, 'stored bytes were read again')
      },
      { schedule: '5,15,25,35,45,55 * * * *' },
    ),
    // Once an hour, because a dying disk is found out file by file and would send a mail for each.
    handleJob(tellOperatorsOfDamage, () => tellOperators(services), { schedule: '0 * * * *' }),
  ]
}

type Run = { days: number; forMs: number; awayAfter: number; signal: AbortSignal; log: Log }

/** Reads again, longest ago first, until nothing is due, the time is up or the store is away; then tells the owners of new damage. */
export async function readDue(services: Parts, { days, forMs, awayAfter, signal, log }: Run): Promise<Found> {
  const found: Found = { intact: 0, hashed: 0, mending: 0, gone: 0, changed: 0, missing: 0, failed: 0 }
  const work = { services, pace: createPace(services.env.fixity.bytesPerSecond), signal, log }
  const tried = new Set<string>()
  const failures: Failures = new Map()
  const until = performance.now() + forMs
  let failedInARow = 0
  const isOver = () => performance.now() > until || failedInARow >= awayAfter
  while (!isOver()) {
    const due = (await dueNow(services, days, BATCH + found.failed)).filter(
      ({ mediaId }) => !tried.has(mediaId),
    )
    if (due.length === 0) break
    for (const place of due) {
      if (isOver()) break
      signal.throwIfAborted()
      tried.add(place.mediaId)
      const outcome = await outcomeOf(() => readAgain(work, place), signal, failures)
      found[outcome] += 1
      failedInARow = outcome === 'failed' ? failedInARow + 1 : 0
      // Files that fail one by one, for lack of a permission for instance, come first in every run; they do not mean that the store is
      // away.
      if (failedInARow >= awayAfter && (await holdsOthers(services, place))) failedInARow = 0
    }
  }
  for (const { err, count } of failures.values())
    log.error({ err, count }, 'stored bytes could not be read again')
  await tellOwners(services)
  return found
}

/** Why files could not be read, once for each cause: a store that is away would otherwise log an error for every object it holds. */
type Failures = Map<string, { err: unknown; count: number }>

/** A failure of the store says nothing about the bytes: the file counts as failed, and is due again in the next run. */
async function outcomeOf(
  read: () => Promise<Outcome>,
  signal: AbortSignal,
  failures: Failures,
): Promise<keyof Found> {
  try {
    return await read()
  } catch (error) {
    signal.throwIfAborted()
    const cause = causeOf(error)
    failures.set(cause, { err: error, count: (failures.get(cause)?.count ?? 0) + 1 })
    return 'failed'
  }
}

/** The cause without the message: a message names its object, so that every object would be a cause of its own. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

async function dueNow(
  { db }: Parts,
  days: number,
  most: number,
): Promise<{ userId: string; mediaId: string }[]> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{ userId: string; mediaId: string }>`
      select user_id as "userId", id as "mediaId" from app.fixity_due(${days}, ${most})`.execute(tx),
  )
  return rows
}

/** Sends each owner one mail for all new damage, queued in the transaction that notes that the owner was told. */
async function tellOwners(services: Parts): Promise<void> {
  const { rows } = await asWorker(services.db, null, (tx) =>
    sql<{ owner: string }>`select app.owners_to_tell_of_damage() as owner`.execute(tx),
  )
  for (const { owner } of rows) await tellOwner(services, owner)
}

function tellOwner({ db, mail, env }: Parts, userId: string): Promise<void> {
  return asWorker(db, userId, async (tx) => {
    const { rows } = await sql<{ title: string; fileName: string }>`
      with told as (
        update damaged_media set told_at = now() where user_id = ${userId} and told_at is null returning media_id
      )
      select coalesce(s.title, '') as title, m.file_name as "fileName"
      from told join media m on m.user_id = ${userId} and m.id = told.media_id
      left join stories s on s.user_id = m.user_id and s.id = m.story_id
      order by 1, 2`.execute(tx)
    const profile = await tx
      .selectFrom('profiles')
      .where('id', '=', userId)
      .select('email')
      .executeTakeFirst()
    if (rows.length === 0 || !profile?.email || !(await getWishes(tx, userId)).email) return
    await mail.sendMail(mailIn(tx), { to: profile.email, ...fixityLetter(env.publicUrl, rows) })
  })
}
