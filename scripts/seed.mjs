import { join } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { show } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'

/** `npm run seed [-- --large]`: invented families in a data folder of their own, to look around in and to measure with. */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: true })
  return show(pinnedNode, [join(root, 'server', 'testing', 'seed', 'run.ts'), ...process.argv.slice(2)])
})
