import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { nameFfmpeg } from './setup/media-programs.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { ended } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'
import { compileCache, serverFlags } from './setup/server-node.mjs'
import { buildWeb } from './setup/web-build.mjs'

/** `npm start`: prepares whatever is not ready yet, then runs the server until it ends. */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: false })
  await buildWeb()
  nameFfmpeg()
  return serve(process.argv.slice(2))
})

/**
 * The IPC channel tells the server when this process ends, even by SIGKILL: the server then stops too, and does not keep the data
 * locked.
 *
 * @param {string[]} args handed to the server as they are
 * @returns {Promise<number>} its exit code
 */
function serve(args) {
  const env = {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    // People at a terminal want the address, not a line for every request. A LOG_LEVEL that is set wins, unless it is empty.
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  }
  const server = spawn(pinnedNode, [...serverFlags(env), join(root, 'server', 'main.ts'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  endWithNpm(() => server.kill('SIGTERM'))
  return ended(server)
}

/**
 * A killed npm passes no signal on, but this process then has another parent.
 *
 * @param {() => void} end
 */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}
