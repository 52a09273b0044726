import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { readFlags } from './setup/flags.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { ended } from './setup/run.mjs'
import { runScript, say } from './setup/say.mjs'

const WEB_ADDRESS = 'http://localhost:5173'

/** `npm run dev`: the server, restarted when its code changes, and Vite in front of it. One Ctrl-C ends both. */
await runScript(async () => {
  readFlags('npm run dev, without more words.')
  checkNodeVersion()
  await installDependencies({ withDevelopment: true })
  say(`The pages are at ${WEB_ADDRESS}; Vite hands what belongs to the server on to it.`)

  const port = process.env.PORT || '4310'
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const running = [
    run(['--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')], { PUBLIC_URL: WEB_ADDRESS }),
    run([vite, 'web', '--strictPort'], { KINORA_SERVER: `http://localhost:${port}` }),
  ]
  // When either process ends, the other is stopped too.
  const codes = running.map(async (child) => {
    const code = await ended(child)
    for (const other of running) other.kill('SIGTERM')
    return code
  })
  return (await Promise.all(codes)).find((code) => code !== 0) ?? 0
})

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} settings defaults, which the environment overrides
 */
function run(args, settings) {
  return spawn(pinnedNode, args, {
    cwd: root,
    env: { ...settings, ...process.env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
