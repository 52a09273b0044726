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
import { settleGivenUp } from './given-up.ts'
import { type JobHandler, kindsOfTurns, type Turns } from './job.ts'
import { TakenElsewhereError, watchRunningJobs } from './lost-jobs.ts'
import type { Way } from './moved-clock.ts'

export type Worker = { stop: () => Promise<void> }

/**
 * Two in common, because a job may keep a processor busy with ffmpeg for long. Those that are awaited have turns of their own: a
 * code for a log-in is worth nothing after a minute. So has what is sent: a mail server that hangs holds each mail for minutes, and
 * what was just recorded would wait behind all of them.
 */
const CONCURRENCY: Record<Turns, number> = { common: 2, awaited: 2, sent: 2 }
/** Doubled as long as no runner can start: who reads the log of an outage is told a few times, and not each half second. */
const RESTART_PAUSE_MS = { first: 500, most: 5_000 }
const HOUR_MS = 3_600_000

/**
 * Runs queued jobs until it is stopped.
 * @param pool signs in as the owner: the queue's own tables are nobody else's.
 * @param answerMs how long the database may take to answer before its line is taken for a silent one
 * @throws StartError when a job waits in the queue that nothing here can do.
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
  // In the background: what is thrown away with it lies in a store, which may be away.
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
  const taskLists: Record<Turns, TaskList> = { common: {}, awaited: {}, sent: {} }
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

  const runnerOf =
    (taskList: TaskList, concurrency: number, scheduled: JobHandler[]) => (events: WorkerEvents) =>
      run({
        pgPool: pool,
        events,
        taskList,
        concurrency,
        noHandleSignals: true,
        parsedCronItems: parseCronItems(scheduleOf(scheduled)),
        logger: silentLogger,
        preset: { worker: writeDownTogether },
      })
  // A runner that can do nothing fails at every question for a job.
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
      // Those of a runner that gave up, too, which nobody waited for.
      await Promise.allSettled(underWay)
      running.stop()
      // The one under way: no other begins any more.
      await settle()
    },
  }
}

/**
 * A runner that could not reach the database gives way to another one, as soon as that can start: the jobs it left are
 * given back by `watchRunningJobs`. Rejects when the first one does not start. Answers with what ends it.
 *
 * What graphile-worker 0.18 does by itself is not enough. When it cannot write down how a job ended it gives up for good;
 * its end is not waited for, because it counts what it could not write wrongly and then may wait for ever. When it cannot
 * ask for a job it goes on asking; but should that have been its first question, it keeps the failure as the answer to
 * which jobs it can do, and never does one. When the clock is put back, what runs by itself waits for the time that it had
 * reached; when it is put far ahead, it goes through every minute up to there.
 */
async function keepRunning(
  start: (events: WorkerEvents) => Promise<Runner>,
  clock: EventEmitter,
  log: Log,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const asked = once(stopping.signal, 'abort')
  const begin = async () => {
    const events: WorkerEvents = new EventEmitter()
    // Listened to before it starts: it may fail before anybody knows that it has started.
    const gaveUp = new Promise<unknown>((resolve) => {
      events.once('pool:fatalError', ({ error }) => resolve(error))
      events.once('worker:getJob:error', ({ error }) => resolve(error))
      clock.once('moved', (way: Way) => resolve(`the clock was put ${way}`))
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
        // It takes no more jobs, and does those that it has.
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
    // First: one that is just beginning would be there when the stop has ended, and keep its sessions for good.
    await watching
    // One that has just ended by itself says so when it is asked to stop.
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
 * Of what runs by itself one waits at most, be it that the turns were busy for hours or that the clock went through many of its times
 * at once; where it stands in the queue it stays.
 */
const oneWaits = (name: string) => ({ jobKey: name, jobKeyMode: 'preserve_run_at' as const })

/**
 * For how long what runs by itself is still done when its time came while no server ran: a machine that is off at night would
 * otherwise never empty the trash. As long as it is until the next time, so that it is done once; what runs several times an
 * hour just waits for that.
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
 * How a job ended is written down by way of the runner's batches: without them, a database that is away at that
 * moment becomes a rejected promise that nobody holds, and ends the process.
 */
const writeDownTogether = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** Failures are logged where they happen, with what we know about the job. */
const silentLogger = new Logger(() => () => undefined)
