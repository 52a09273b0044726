import { join } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { show } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'

/** `npm run account -- [ADDRESS] [--link]`: restores access for a person who lost a password, a mailbox or a second factor. */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: false })
  return show(pinnedNode, [join(root, 'server', 'main.ts'), 'account', ...process.argv.slice(2)])
})
