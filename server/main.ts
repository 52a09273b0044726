import { type Env, readEnv } from './env.ts'
import { createLog, type Log } from './log.ts'
import { rotateKeyOf } from './rotate-auth-key.ts'
import { type Running, run } from './run.ts'
import { StartError } from './start-error.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const env = readEnv()
  if (process.argv[2] === 'rotate-auth-key') say(await rotateKeyOf(env))
  else await start(env, createLog(env.logLevel))
} catch (error) {
  // Left to itself, the channel to whoever started us would keep the process open.
  process.stderr.write(`${error instanceof StartError ? error.message : explain(error)}\n`, () =>
    process.exit(1),
  )
}

async function start(env: Env, log: Log): Promise<void> {
  const starting = run(env, log)
  endWhenAsked(starting, log)
  await starting
  say(
    env.runsWeb
      ? `Kinora is ready: ${env.publicUrl} (Ctrl-C ends it)`
      : 'Kinora is ready and works through its jobs.',
  )
}

/** Closer together than this, two signals are one: a terminal sends Ctrl-C to us and to whoever started us. */
const ONE_WISH_MS = 1000

/**
 * Signals, and the end of the process that started us, end this one cleanly. Whoever asks again does not want to
 * wait: the database's watchdog closes it then.
 */
function endWhenAsked(starting: Promise<Running>, log: Log): void {
  let askedAt: number | undefined
  const end = async (reason: string): Promise<void> => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > ONE_WISH_MS) process.exit(1)
      return
    }
    askedAt = performance.now()
    log.info({ reason }, 'stopping')
    const running = await starting.catch(() => undefined)
    await running?.stop()
    process.exit()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal))
  process.on('disconnect', () => void end('the starting process has gone'))
}

function explain(error: unknown): string {
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `Kinora could not start. This should not happen; the whole error is:\n${whole}`
}
