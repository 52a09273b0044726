import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '../setup/say.mjs'

/**
 * The report that the last test run left.
 *
 * @param {string} folder
 * @param {string} name
 * @throws {SetupError} when there was no such run, or it was ended before it wrote one
 */
export function lastReport(folder, name) {
  const file = join(folder, name)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new SetupError(
    `No test run has left ${file}: run “npm test” to its end, or “npm run faults” without --of-last-test.`,
  )
}
