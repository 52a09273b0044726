import { createHash } from 'node:crypto'
import { boundedFetch } from '../../bounded-answer.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'

/** A sign-up waits no longer than this for the third-party server. */
const timeoutMs = 3000

const message = 'Password is known to be weak and easy to guess, please choose a different one.'

/**
 * Refuses a password that is in a collection of leaked passwords, if the operator has switched this check on.
 * @throws AuthError weak_password
 */
export async function assertNotLeaked(auth: Auth, password: string): Promise<void> {
  if (!(await isLeaked(auth, password))) return
  throw new AuthError(422, 'weak_password', message, { weak_password: { reasons: ['pwned'] } })
}

/**
 * Sends the first five of the forty hexadecimal digits of the password's SHA-1 (k-anonymity), and looks for the rest in the
 * response. If the request fails, the password counts as not leaked.
 */
async function isLeaked({ settings, log }: Auth, password: string): Promise<boolean> {
  const { check, url } = settings.leakedPasswords
  if (!check) return false

  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const response = await boundedFetch(`${url}${digest.slice(0, 5)}`, {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The list of leaked passwords answered ${response.status}`)
    return contains(await response.text(), digest.slice(5))
  } catch (error) {
    log.warn({ err: error }, 'auth: whether a password has leaked could not be looked up')
    return false
  }
}

/** The response has lines of the form "rest:count"; lines that only pad it have a count of 0. */
function contains(lines: string, rest: string): boolean {
  const line = lines.split(/\r?\n/).find((entry) => entry.toUpperCase().startsWith(`${rest}:`))
  return line !== undefined && Number(line.slice(rest.length + 1)) > 0
}
