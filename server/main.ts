import { type Env, readEnv } from './env.ts'
import { createLog, type Log } from './log.ts'
import { type Running, run } from './run.ts'
import { StartError } from './start-error.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const env = readEnv()
  await start(env, createLog(env.logLevel))
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : explain(error)}\n`)
  process.exitCode = 1
}

async function start(env: Env, log: Log): Promise<void> {
  const starting = run(env, log)
  endOn('SIGINT', starting, log)
  endOn('SIGTERM', starting, log)
  await starting
  say(env.runsWeb ? `Kinora is ready: ${env.publicUrl}` : 'Kinora is ready and works through its jobs.')
}

/** A second signal does not wait: the database's watchdog closes it then. */
function endOn(signal: 'SIGINT' | 'SIGTERM', starting: Promise<Running>, log: Log): void {
  process.once(signal, async () => {
    process.once(signal, () => process.exit(1))
    log.info({ signal }, 'stopping')
    const running = await starting.catch(() => undefined)
    await running?.stop()
    process.exit()
  })
}

function explain(error: unknown): string {
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `Kinora could not start. This should not happen; the whole error is:\n${whole}`
}
