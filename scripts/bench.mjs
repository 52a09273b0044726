import { join } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { show } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'
import { buildWeb } from './setup/web-build.mjs'

/** `npm run bench -- [names]`: runs all benches or the named ones, side by side with comparable programs. */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: true })
  await buildWeb()
  return show(pinnedNode, [join(root, 'benches', 'run.ts'), ...process.argv.slice(2)])
})
