import { join, resolve } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { show } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'

/** `npm run backup -- FOLDER [--keep N] [--without-keys] [--verify]`: backs everything up into a folder, also while Kinora runs. */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: false })
  const [folder, ...rest] = process.argv.slice(2)
  const paths = folder === undefined || folder.startsWith('-') ? [] : [resolve(folder)]
  const options = paths.length > 0 ? rest : process.argv.slice(2)
  return show(pinnedNode, [join(root, 'server', 'main.ts'), 'backup', ...paths, ...options])
})
