import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFlags } from './setup/flags.mjs'
import { listLicences, readLockFile } from './setup/licences.mjs'
import { root } from './setup/places.mjs'
import { runScript, say } from './setup/say.mjs'

/** `npm run licences`: rewrites the list of all packages' licences from the lock file. A test fails when the list is outdated. */
await runScript(async () => {
  readFlags('npm run licences, without more words.')
  writeFileSync(join(root, 'docs', 'licences.md'), listLicences(readLockFile()))
  say('docs/licences.md is as the lock file says.')
  return 0
})
