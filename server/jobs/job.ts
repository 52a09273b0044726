import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../db/actor.ts'
import type { Log } from '../log.ts'

/** A kind of work: the name it is queued under and the shape of its payload. */
export type Job<Payload> = { name: string; payload: z.ZodType<Payload> }

export type JobContext = {
  log: Log
  /** 1 at the first attempt. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the process is asked to stop: the job should then save what it can and throw. */
  signal: AbortSignal
}

type Attempt = Pick<JobContext, 'attempt' | 'isLastAttempt' | 'signal'>

/**
 * Whether a job that fails now has failed for good: no attempt is left of those that the queue allows, or of `most`. A stop of the
 * server is never a failure and does not count as an attempt, because the job runs again after the next start.
 */
export function failsForGood({ attempt, isLastAttempt, signal }: Attempt, most = Infinity): boolean {
  return !signal.aborted && (isLastAttempt || attempt >= most)
}

/**
 * Which turns a job takes; jobs of one kind never queue behind those of another. `awaited`: a person waits for the result with the
 * page open. `sent`: the job hands a message to another server, which may hang for minutes. `asked`: the job asks a text or image
 * model one question after another, and a slow model takes hours. Neither needs much processor time while it waits. `encoded`: the job
 * draws a film anew, picture by picture, which keeps a processor busy for as long as a tape lasts.
 */
export type Turns = (typeof kindsOfTurns)[number]
export const kindsOfTurns = ['common', 'awaited', 'sent', 'asked', 'encoded'] as const

/** A job together with the function that does it. */
export type JobHandler = {
  name: string
  /** The schedule of a job that runs by itself: a cron pattern in UTC ("0 3 * * *"). The payload of a scheduled run is empty. */
  schedule: string | undefined
  turns: Turns
  run: (payload: unknown, context: JobContext) => Promise<void>
  /** Called when a job was given up: marks what it was to make as failed. Undefined where nobody waits for a result. */
  giveUp: ((payload: unknown) => Promise<unknown>) | undefined
}

export function defineJob<Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> {
  return { name, payload }
}

type HandlerOptions<Payload> = {
  schedule?: string
  turns?: Turns
  /**
   * Runs after the last attempt, however that attempt ended: a process that dies at each attempt never gets to report a failure in
   * `run`. It may be called twice, and long after the same job was queued anew.
   */
  giveUp?: (payload: Payload) => Promise<unknown>
}

/** Gives a job its function. A job may run twice or die at any point, so the function has to be safe to repeat. */
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
 * Queues a job in the transaction that causes it: both happen or neither does. A job with a key replaces a waiting job of the same
 * kind, family and key; `app.job_key` prefixes the key with the family.
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
