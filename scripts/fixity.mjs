import { join, resolve } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { show } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'

/** `npm run fixity -- [--now] [--mend FOLDER]`: reports whether all stored bytes are intact. */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: false })
  const given = process.argv.slice(2)
  const args = given.map((one, index) => (given[index - 1] === '--mend' ? resolve(one) : one))
  return show(pinnedNode, [join(root, 'server', 'main.ts'), 'fixity', ...args])
})
