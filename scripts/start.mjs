// The first stage of `npm start`. Plain JavaScript with nothing but Node's own modules: it runs on whatever Node is
// there, before anything is installed, and hands over to the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { ensureInstalled, requireNode } from './installed.mjs'
import { environment, findProgram, pinnedNode, root, say } from './processes.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
nameWhatIsMissing()
say('Starting Kinora ...')
process.exitCode = await serve(process.argv.slice(2))

function nameWhatIsMissing() {
  if (findProgram('ffmpeg') || findProgram('ffmpeg.exe')) return
  say(
    'ffmpeg was not found. Everything works without it; with it, recordings are prepared about four times faster.',
  )
}

/**
 * Runs the server until it ends. The channel between us tells it when we are gone, however that happened: it then
 * stops too, instead of keeping the data to itself.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function serve(args) {
  const env = environment({
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node'),
  })
  const server = spawn(pinnedNode, [join(root, 'server', 'main.ts'), ...args], {
    cwd: root,
    env: { LOG_LEVEL: 'warn', NODE_ENV: 'production', ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // In a terminal Ctrl-C reaches the server as well; it takes both for one.
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => server.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward).on('SIGHUP', forward)
  endWithNpm(() => server.kill('SIGTERM'))

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * An npm that was killed hands on nothing; we notice that we have another parent.
 * @param {() => void} end
 */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}
