import { installDependencies } from './setup/dependencies.mjs'
import { readFlags } from './setup/flags.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { runScript } from './setup/say.mjs'
import { buildWeb } from './setup/web-build.mjs'

/** `npm run build`: installs what is missing and builds the web app; the server runs its sources as they are. */
await runScript(async () => {
  readFlags('npm run build, without more words.')
  checkNodeVersion()
  await installDependencies({ withDevelopment: true })
  await buildWeb()
  return 0
})
