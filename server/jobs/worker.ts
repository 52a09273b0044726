import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CronItem,
  type Job,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { PATIENCE } from '../db/silent-line.ts'
import type { Log } from '../log.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { StartError } from '../start-error.ts'
import { countNoAttempt, isReplaced } from './failed-jobs.ts'
import { withForgivingRelease } from './forgiving-release.ts'
import { settleGivenUp } from './given-up.ts'
import { type JobHandler, kindsOfTurns, type Turns } from './job.ts'
import { TakenElsewhereError, watchRunningJobs } from './lost-jobs.ts'
import type { Way } from './moved-clock.ts'

export type Worker = { stop: () => Promise<void> }

/**
 * How many jobs of each kind run at a time. Two of `common`, because such a job may keep a processor busy with ffmpeg for a long
 * time. The `awaited` jobs have turns of their own, because a log-in code is worth nothing after a minute. So have the `sent` jobs:
 * a mail server that hangs holds each mail for minutes, and what was just recorded would otherwise wait behind all of them. So have
 * the `asked` jobs: a chapter may take a hundred questions, and a slow model minutes for each. The `encoded` jobs come one after the
 * other: a shelf of old tapes would otherwise keep what was just recorded from being heard for days.
 */
const CONCURRENCY: Record<Turns, number> = { common: 2, awaited: 2, sent: 2, asked: 2, encoded: 1 }
/**
 * The pause before a new runner starts. It doubles as long as no runner can start, so that the log of an outage repeats its message
 * a few times and not every half second.
 */
const RESTART_PAUSE_MS = { first: 500, most: 5_000 }
const HOUR_MS = 3_600_000

/**
 * Runs queued jobs until it is stopped.
 * @param pool signs in as the owner of the database: no other role may read the queue's own tables
 * @param answerMs how long the database may take to answer before its connection counts as silent
 * @throws StartError when the queue holds a job for which no handler is given
 */
export async function startWorker(
  pool: pg.Pool,
  handlers: JobHandler[],
  log: Log,
  answerMs: number = PATIENCE.answerMs,
): Promise<Worker> {
  refuseTwins(handlers)
  await refuseUnknown(pool, handlers)

  const clock = new EventEmitter()
  const stopping = new AbortController()
  // In the background: giving a job up may remove objects from the store, which may be out of reach.
  const settle = oneAtATime(() =>
    settleGivenUp(
      pool,
      handlers,
      (err, { id: jobId, job }) => log.error({ err, jobId, job }, 'nobody was told that a job was given up'),
      stopping.signal,
      answerMs,
    ).catch((err: unknown) => log.warn({ err }, 'jobs that were given up were not looked for')),
  )
  const running = await watchRunningJobs(
    pool,
    {
      onError: (error) => log.warn({ err: error }, 'lost jobs were not looked for'),
      onClockMoved: (way) => clock.emit('moved', way),
      onLost: ({ id: jobId, isGivenUp, ...lost }) =>
        isGivenUp
          ? log.error(
              { jobId, ...lost },
              'a job was given up: its process ended while doing it, time and again',
            )
          : log.warn({ jobId, ...lost }, 'a job was given back: its process ended while doing it'),
      onLooked: () => void settle(),
    },
    stopping.signal,
    answerMs,
  )
  const underWay = new Set<Promise<void>>()
  const failed = async (error: unknown, job: Job, jobLog: Log): Promise<void> => {
    if (error instanceof TakenElsewhereError) {
      jobLog.warn({ err: error }, 'a job was left to whoever has it')
      throw error
    }
    if (stopping.signal.aborted) {
      jobLog.info({ err: error }, 'a job was ended by a stop')
      await countNoAttempt(pool, job).catch(() => undefined)
      throw error
    }
    jobLog.error({ err: error, isLastAttempt: isLast(job) }, 'a job failed')
    const isDoneAnew = await isReplaced(pool, job).catch(() => false)
    if (!isDoneAnew) throw error
  }
  const taskLists: Record<Turns, TaskList> = { common: {}, awaited: {}, sent: {}, asked: {}, encoded: {} }
  for (const handler of handlers) {
    taskLists[handler.turns][handler.name] = async (payload, { job }) => {
      const jobLog = log.child({ job: handler.name, jobId: job.id, attempt: job.attempts })
      const context = {
        log: jobLog,
        attempt: job.attempts,
        isLastAttempt: isLast(job),
        signal: stopping.signal,
      }
      const work = running
        .guard(job, () => handler.run(payload, context))
        .catch((error: unknown) => failed(error, job, jobLog))
      underWay.add(work)
      try {
        await work
      } finally {
        underWay.delete(work)
      }
    }
  }

  const forgiving = withForgivingRelease(pool)
  const runnerOf =
    (taskList: TaskList, concurrency: number, scheduled: JobHandler[]) => (events: WorkerEvents) =>
      run({
        pgPool: forgiving,
        events,
        taskList,
        concurrency,
        noHandleSignals: true,
        parsedCronItems: parseCronItems(scheduleOf(scheduled)),
        logger: silentLogger,
        preset: { worker: writeDownTogether },
      })
  // Kinds without any job get no runner: a runner without tasks fails whenever it asks for a job.
  const used = kindsOfTurns.filter((turns) => Object.keys(taskLists[turns]).length > 0)
  const stops: (() => Promise<void>)[] = []
  for (const [index, turns] of used.entries()) {
    const scheduled = index === 0 ? handlers : []
    stops.push(await keepRunning(runnerOf(taskLists[turns], CONCURRENCY[turns], scheduled), clock, log))
  }

  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(stops.map((stop) => stop()))
      // Includes the jobs of a runner that gave up, whose end nobody has waited for.
      await Promise.allSettled(underWay)
      running.stop()
      // Waits for the run under way: now that `stopping` is aborted, it begins with no other job.
      await settle()
    },
  }
}

/**
 * Keeps a job runner going. A runner that could not reach the database is replaced by another one as soon as that one can start;
 * `watchRunningJobs` gives back the jobs that it left. Rejects when the first runner does not start. Resolves to a function that
 * stops the runner.
 *
 * What graphile-worker 0.18 does by itself is not enough:
 * - When it cannot write down how a job ended, it gives up for good. Its end is not awaited here, because it miscounts what it
 *   could not write and may then wait for ever.
 * - When it cannot ask for a job, it asks again. But if its very first question failed, it keeps that failure as the answer to the
 *   question of which jobs it can do, and never does one.
 * - When the clock is put back, scheduled jobs wait until the clock reaches the earlier time again. When the clock is put far
 *   ahead, it goes through every minute in between.
 */
async function keepRunning(
  start: (events: WorkerEvents) => Promise<Runner>,
  clock: EventEmitter,
  log: Log,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const asked = once(stopping.signal, 'abort')
  // One listener for all runners: with one for each, those of runners that ended would stay for as long as the process.
  let giveUp: (reason: unknown) => void = () => undefined
  clock.on('moved', (way: Way) => giveUp(`the clock was put ${way}`))
  const begin = async () => {
    const events: WorkerEvents = new EventEmitter()
    // The listeners are added before the runner starts, because it may fail before its start has been reported.
    const gaveUp = new Promise<unknown>((resolve) => {
      giveUp = resolve
      events.once('pool:fatalError', ({ error }) => resolve(error))
      events.once('worker:getJob:error', ({ error }) => resolve(error))
    })
    return { runner: await start(events), gaveUp }
  }
  let current: Awaited<ReturnType<typeof begin>> | undefined = await begin()

  const watch = async (): Promise<void> => {
    let pauseMs = RESTART_PAUSE_MS.first
    while (!stopping.signal.aborted) {
      try {
        const reason = await Promise.race([current?.runner.promise, current?.gaveUp, asked])
        if (stopping.signal.aborted) return
        if (current) log.warn({ err: reason }, 'the job runner ended; another one takes its place')
        // The old runner takes no more jobs, but finishes those that it has.
        current?.runner.stop().catch(() => undefined)
        await sleep(pauseMs, undefined, { signal: stopping.signal })
        pauseMs = Math.min(pauseMs * 2, RESTART_PAUSE_MS.most)
        current = await begin()
        pauseMs = RESTART_PAUSE_MS.first
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ err: error }, 'the job runner could not go on')
        current = undefined
      }
    }
  }
  const watching = watch()

  return async () => {
    stopping.abort()
    // Awaited first: a runner that is just starting would otherwise come up after the stop and keep its database sessions for good.
    await watching
    // A runner that has just ended by itself rejects when it is asked to stop.
    await Promise.race([current?.runner.stop().catch(() => undefined), current?.gaveUp])
  }
}

const isLast = (job: Job) => job.attempts >= job.max_attempts

function scheduleOf(handlers: JobHandler[]): CronItem[] {
  return handlers.flatMap(({ name, schedule }) =>
    schedule === undefined
      ? []
      : [
          {
            task: name,
            match: schedule,
            identifier: name,
            options: { backfillPeriod: madeUpForMs(schedule), ...oneWaits(name) },
          },
        ],
  )
}

/**
 * Of each scheduled job at most one waits, even when all turns were busy for hours or the clock jumped over many of its times at
 * once. The one that waits keeps its place in the queue.
 */
const oneWaits = (name: string) => ({ jobKey: name, jobKeyMode: 'preserve_run_at' as const })

/**
 * For how long after its time a scheduled job is still run when no server ran then: a machine that is off at night would otherwise
 * never empty the trash. The answer is the time until the next run, so that a missed job runs once. A job that runs several times
 * an hour simply waits for its next time.
 */
function madeUpForMs(schedule: string): number {
  const [minute = '', hour] = schedule.split(' ')
  if (!/^\d+$/.test(minute)) return 0
  return hour === '*' ? HOUR_MS : 24 * HOUR_MS
}

function refuseTwins(handlers: JobHandler[]): void {
  const names = handlers.map((handler) => handler.name)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new Error(`Two handlers want the job ${twin}`)
}

async function refuseUnknown(pool: pg.Pool, handlers: JobHandler[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'select distinct task_identifier as name from graphile_worker.jobs',
  )
  const known = new Set(handlers.map((handler) => handler.name))
  const unknown = rows.map((row) => row.name).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new StartError(
    `The queue holds jobs that this version of Kinora cannot do: ${unknown.join(', ')}. Start the version that queued them.`,
  )
}

/**
 * Makes the runner write down in batches how jobs ended. Without batches, a database that is out of reach at that moment causes an
 * unhandled promise rejection, which ends the process.
 */
const writeDownTogether = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** Failures are logged where they happen, with what we know about the job. */
const silentLogger = new Logger(() => () => undefined)
