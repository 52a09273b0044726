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

/** `npm start`: makes everything ready that is not, then runs the server and ends when it ends. */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: false })
  await buildWeb()
  nameFfmpeg()
  return serve(process.argv.slice(2))
})

/**
 * The channel between us tells the server when we are gone, even by SIGKILL: it then stops, too, instead of
 * keeping the data to itself.
 *
 * @param {string[]} args handed to the server as they are
 * @returns {Promise<number>} its exit code
 */
function serve(args) {
  const env = {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCache,
    ...process.env,
    // People at a terminal want the address, not a line for every request; a set LOG_LEVEL wins, an empty one is none.
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
 * An npm that was killed hands on nothing; we notice that we have another parent.
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
