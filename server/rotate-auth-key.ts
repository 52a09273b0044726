import { join } from 'node:path'
import { rotateAuthKey } from './auth/key-folder.ts'
import type { Env } from './env.ts'
import { hasCode } from './error-code.ts'
import { StartError } from './start-error.ts'

/**
 * Makes a new key sign access tokens, also while the server runs; nobody is signed out.
 * @returns the report for the terminal
 * @throws StartError when the keys come from the settings, or none exist yet
 */
export async function rotateKeyOf(env: Env): Promise<string> {
  if (env.auth.jwtKeys !== undefined) {
    throw new StartError(
      'The keys are given by AUTH_JWT_KEYS: docs/operations.md tells how to change them there.',
    )
  }

  const folder = join(env.dataDir, 'secrets')
  try {
    const kid = await rotateAuthKey(folder)
    return `Access tokens are signed by the new key ${kid} from now on. The old one is kept until its last token has expired.`
  } catch (error) {
    const why = hasCode(error, 'ENOENT') ? 'there are no keys yet' : error
    throw new StartError(`The key in ${folder} was not changed: ${why instanceof Error ? why.message : why}`)
  }
}
