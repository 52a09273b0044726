// `npm run dev`: the server, restarted when its sources change, and Vite's own server with the pages.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, requireNode } from './installed.mjs'
import { binOf, environment, pinnedNode, root, say } from './processes.mjs'

requireNode()
await ensureInstalled()

const started = [
  [
    '--watch-path=server',
    '--watch-path=contract',
    '--watch-preserve-output',
    join(root, 'server', 'main.ts'),
  ],
  [binOf('vite'), '--config', join(root, 'web', 'vite.config.ts')],
].map((args) => spawn(pinnedNode, args, { cwd: root, env: environment(), stdio: 'inherit' }))

let isEnding = false
const endAll = () => {
  if (isEnding) return
  isEnding = true
  for (const child of started) child.kill('SIGINT')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll)
for (const child of started) {
  child.once('exit', (code) => {
    if (!isEnding) say('One of the two servers ended; ending the other.')
    process.exitCode ||= code ?? 0
    endAll()
  })
}
