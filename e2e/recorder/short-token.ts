import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import type { Person } from '../person.ts'
import type { TestServer } from '../server.ts'

/**
 * The person as a device has them whose access token runs out in so many seconds without the device noticing: a tab
 * in the background, or a clock that is slow. The token is the service's own, signed with its key; only its end differs.
 */
export async function withShortToken(server: TestServer, person: Person, seconds: number): Promise<Person> {
  const kept = await readFile(join(server.dataDir, 'secrets/auth-keys.json'), 'utf8')
  const { keys } = JSON.parse(kept) as { keys: JWK[] }
  const [jwk] = keys
  if (jwk === undefined) throw new Error('the server has no key')

  const token = await new SignJWT(decodeJwt(person.token))
    .setProtectedHeader({ alg: jwk.alg ?? 'ES256', typ: 'JWT', ...(jwk.kid ? { kid: jwk.kid } : {}) })
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(await importJWK(jwk))
  return { ...person, session: { ...person.session, access_token: token } }
}
