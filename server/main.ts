import { type Env, readEnv, wholeEnvironment } from './env.ts'
import { createLog, type Log } from './log.ts'
import { rotateKeyOf } from './rotate-auth-key.ts'
import { type Running, run } from './run.ts'
import { readStandIn, type StandIn } from './stand-in/read-stand-in.ts'
import { runStandIn } from './stand-in/run-stand-in.ts'
import { StartError } from './start-error.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  await commandOf(process.argv[2])
} catch (error) {
  // Left to itself, the channel to whoever started us would keep the process open.
  process.stderr.write(`${error instanceof StartError ? error.message : explain(error)}\n`, () =>
    process.exit(1),
  )
}

async function commandOf(name: string | undefined): Promise<void> {
  switch (name) {
    case undefined: {
      const env = readEnv()
      return start(env, createLog(env.logLevel))
    }
    case 'auth':
      return startAlone(readStandIn(wholeEnvironment()))
    case 'rotate-auth-key':
      return say(await rotateKeyOf(readEnv()))
    default:
      throw new StartError(`There is no command ${name}. There are: auth, rotate-auth-key.`)
  }
}

/** The accounts alone, in place of a GoTrue. */
async function startAlone(standIn: StandIn): Promise<void> {
  const log = createLog(standIn.env.logLevel)
  const starting = runStandIn(standIn, log)
  endWhenAsked(starting, log)
  await starting
  say(`The auth service is ready: ${standIn.settings.externalUrl} (Ctrl-C ends it)`)
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
