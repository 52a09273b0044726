import { join, resolve } from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { show } from './setup/run.mjs'
import { runScript } from './setup/say.mjs'

/**
 * `npm run restore -- FILE.zip [ADDRESS]`: puts an archive back, into the account that is named or into its own.
 * `npm run restore -- FOLDER`: puts a backup into an empty Kinora.
 */
await runScript(async () => {
  checkNodeVersion()
  await installDependencies({ withDevelopment: false })
  const [file, ...rest] = process.argv.slice(2)
  // An option in place of the file is not resolved as a path; the server then explains the usage.
  const paths = file === undefined || file.startsWith('-') ? [] : [resolve(file)]
  return show(pinnedNode, [
    join(root, 'server', 'main.ts'),
    'restore',
    ...paths,
    ...(paths.length > 0 ? rest : []),
  ])
})
