import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { type Env, readEnv, wholeEnvironment } from './env.ts'
import { giveBackWhatTheStartTook } from './give-back.ts'
import { createLog, type Log } from './log.ts'
import { wishToEnd } from './one-wish.ts'
import { type Running, type RunningServer, run } from './run.ts'
import { StartError } from './start-error.ts'
import { tellEnd } from './tell-end.ts'

// What the commands need is defined before the first `await`: the rest of this module runs only once the command has ended.
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const isFolder = (path: string): boolean => statSync(path).isDirectory()

// What cannot be printed, as where the output goes to a file on a full disk, ends nothing.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

try {
  await commandOf(process.argv.slice(2))
} catch (error) {
  // Exits explicitly, because the IPC channel to the parent process would keep this one open.
  process.stderr.write(`${tellEnd(error)}\n`, () => process.exit(1))
}

/** Each command imports its own modules, so that the server does not load them. */
async function commandOf([name, ...args]: string[]): Promise<void> {
  switch (name) {
    case undefined: {
      const env = readEnv()
      return start(env, createLog(env.logLevel))
    }
    case '--demo':
      requireNoMore(name, args)
      return startDemo()
    case 'auth':
      requireNoMore(name, args)
      return startAlone()
    case 'rotate-auth-key': {
      requireNoMore(name, args)
      const { rotateKeyOf } = await import('./rotate-auth-key.ts')
      return say(await rotateKeyOf(readEnv()))
    }
    case 'account': {
      const { helpAccount } = await import('./help-account.ts')
      say(await helpAccount(readEnv(), createLog('fatal'), args))
      return process.exit()
    }
    case 'backup': {
      const { backUp } = await import('./back-up.ts')
      say(await backUp(readEnv(), createLog('warn'), args))
      return process.exit()
    }
    case 'fixity': {
      const { reportFixity } = await import('./report-fixity.ts')
      say(await reportFixity(readEnv(), createLog('fatal'), args))
      return process.exit()
    }
    case 'restore': {
      say(await restore(args))
      // Whatever is still open need not be waited for.
      return process.exit()
    }
    default:
      throw new StartError(
        `There is no command ${name}. There are: --demo, account, auth, backup, fixity, restore, rotate-auth-key.`,
      )
  }
}

/** Refuses unknown arguments: if `--port 4311` were ignored, people would believe that it took effect. */
function requireNoMore(command: string, [stranger]: string[]): void {
  if (stranger === undefined) return
  throw new StartError(
    `Nothing was begun: ${command} knows no ${stranger}. Settings are given before it, as in PORT=4311 npm start.`,
  )
}

async function restore([file, ...rest]: string[]): Promise<string> {
  if (file !== undefined) requireReadable(file)
  const log = createLog('warn')
  if (file !== undefined && isFolder(file)) {
    const { restoreInstance } = await import('./restore-instance.ts')
    return restoreInstance(readEnv(), log, file, rest)
  }
  requireNoMore('restore', rest.slice(1))
  const { restoreFile } = await import('./restore.ts')
  return restoreFile(readEnv(), log, { file, address: rest[0] })
}

function requireReadable(path: string): void {
  if (!existsSync(path)) throw new StartError(`There is no ${path}.`)
  try {
    accessSync(path, isFolder(path) ? constants.R_OK | constants.X_OK : constants.R_OK)
  } catch (cause) {
    const todo = 'Give it to the account that Kinora runs as, and try again.'
    throw new StartError(`This account may not read ${path}. ${todo}`, { cause })
  }
}

/** Runs only the auth service, as a replacement for GoTrue. */
async function startAlone(): Promise<void> {
  const { readStandIn } = await import('./stand-in/read-stand-in.ts')
  const { runStandIn } = await import('./stand-in/run-stand-in.ts')
  const standIn = readStandIn(wholeEnvironment())
  const log = createLog(standIn.env.logLevel)
  await endingWhenAsked(log, () => runStandIn(standIn, log)).starting
  say(`The auth service is ready: ${standIn.settings.externalUrl} (Ctrl-C ends it)`)
}

/** Runs everything in a data folder of its own, furnished with an invented family. */
async function startDemo(): Promise<void> {
  const { claimForDemo, furnishDemo, tellWayIn } = await import('./features/demo/demo.ts')
  const { ownOrigin } = await import('./http/listen.ts')
  const own = wholeEnvironment()
  const given = readEnv({ ...own, DATA_DIR: own.DATA_DIR || './data-demo' })
  if (given.databaseUrl !== undefined || !given.runsWeb || !given.runsWorker) {
    throw new StartError(
      'The demo family brings its own database and does everything in one process: leave DATABASE_URL and ROLE out.',
    )
  }
  const refusal = await claimForDemo(given.dataDir)
  if (refusal !== null) throw new StartError(refusal)

  // Nobody can confirm an invented address.
  const env = { ...given, auth: { ...given.auth, autoconfirm: true, confirmAlways: [] } }
  const log = createLog(env.logLevel)
  await start(env, log, async (services) => {
    const origin = ownOrigin(env)
    await furnishDemo(origin, services, say)
    say(await tellWayIn(origin, env.dataDir))
  })
}

async function start(
  env: Env,
  log: Log,
  furnish?: (services: RunningServer['services']) => Promise<void>,
): Promise<void> {
  let isMovingIn = false
  const lastWords = () => {
    if (isMovingIn) say('The demo family has not moved in completely: the next start goes on with it.')
  }
  const { starting, isEnding } = endingWhenAsked(log, () => run(env, log), lastWords)
  const { services } = await starting
  try {
    isMovingIn = furnish !== undefined
    await furnish?.(services)
    isMovingIn = false
  } catch (error) {
    // The server stops under the family's feet, and ends the process itself, maybe before the family notices.
    if (!isEnding()) throw error
    return
  }
  giveBackWhatTheStartTook()
  say(
    env.runsWeb
      ? `Kinora is ready: ${env.publicUrl} (Ctrl-C ends it)`
      : 'Kinora is ready and works through its jobs.',
  )
}

/**
 * Begins what is to run, and has signals, and the end of the parent process, end it and this process cleanly. On a second signal it
 * exits at once, and the watchdog shuts the database down.
 * @param lastWords said when everything is closed
 * @returns what starts, and whether the end has been asked for
 */
function endingWhenAsked<Started extends Running>(
  log: Log,
  begin: () => Promise<Started>,
  lastWords: () => void = () => undefined,
): { starting: Promise<Started>; isEnding: () => boolean } {
  let isEnding = false
  const end = async (reason: string): Promise<void> => {
    isEnding = true
    log.info({ reason }, 'stopping')
    const running = await starting.catch(() => undefined)
    await running?.stop()
    lastWords()
    process.exit()
  }
  const wish = wishToEnd(
    (reason) => void end(reason),
    () => process.exit(1),
  )

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => wish(signal))
  process.on('disconnect', () => wish('the starting process has gone'))
  // Only now: a signal that found nobody listening would end this process in the midst of what it has begun.
  const starting = begin()
  return { starting, isEnding: () => isEnding }
}
