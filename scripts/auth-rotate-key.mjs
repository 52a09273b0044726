import { join } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { readFlags } from './setup/flags.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { show } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'

/** `npm run auth:rotate-key`: makes another key sign access tokens from now on, also while Kinora runs. */
await runScript(async () => {
  readFlags('npm run auth:rotate-key, without more words.')
  checkNodeVersion()
  await installDependencies({ withDevelopment: false })
  return show(pinnedNode, [join(root, 'server', 'main.ts'), 'rotate-auth-key'])
})
