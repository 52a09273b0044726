import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../db/actor.ts'
import type { Log } from '../log.ts'

/** A kind of work: the name it is queued under and the shape of what it needs to know. */
export type Job<Payload> = { name: string; payload: z.ZodType<Payload> }

export type JobContext = {
  log: Log
  /** 1 at the first try. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the process is asked to stop: save what can be saved and throw. */
  signal: AbortSignal
}

/**
 * Which turns a job takes; those of one kind never queue behind those of another. `awaited`: somebody waits for it with the
 * page open. `sent`: it hands something to a server elsewhere, which may hang, and keeps nothing here busy meanwhile.
 */
export type Turns = (typeof kindsOfTurns)[number]
export const kindsOfTurns = ['common', 'awaited', 'sent'] as const

/** A job together with what does it. */
export type JobHandler = {
  name: string
  /** When it runs by itself: a cron pattern in UTC ("0 3 * * *"). Its payload is then empty. */
  schedule: string | undefined
  turns: Turns
  run: (payload: unknown, context: JobContext) => Promise<void>
  /** Says of what a job was to make that nothing comes of it; undefined where nobody waits for anything. */
  giveUp: ((payload: unknown) => Promise<unknown>) | undefined
}

export function defineJob<Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> {
  return { name, payload }
}

type HandlerOptions<Payload> = {
  schedule?: string
  turns?: Turns
  /**
   * Follows the last try, however that ended: a process that dies of a job at each try never comes to say so in `run`. It may be
   * done twice, and long after somebody asked for the same anew.
   */
  giveUp?: (payload: Payload) => Promise<unknown>
}

/** Says what does a job. It may be run twice or die at any point, so it has to be safe to repeat. */
export function handleJob<Payload>(
  job: Job<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
  options: HandlerOptions<Payload> = {},
): JobHandler {
  const { giveUp } = options
  return {
    name: job.name,
    schedule: options.schedule,
    turns: options.turns ?? 'common',
    run: (payload, context) => run(job.payload.parse(payload), context),
    giveUp: giveUp && (async (payload) => giveUp(job.payload.parse(payload))),
  }
}

/**
 * Queues a job in the transaction that causes it: both happen or neither does. A key replaces a job still waiting: one of the same
 * kind for the same family, which `app.job_key` puts before it.
 */
export async function enqueue<Payload>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const sent = JSON.stringify(job.payload.parse(payload))
  await sql`select app.enqueue(${job.name}, ${sent}::jsonb, ${options.key ?? null}, ${options.runAt ?? null})`.execute(
    tx,
  )
}
