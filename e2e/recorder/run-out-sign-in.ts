import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import type { Person } from '../person.ts'
import type { TestServer } from '../server.ts'

/**
 * Makes the page hold an access token that expired a minute ago without the device noticing, as in a background tab, or with a slow
 * clock. The token is signed with the service's own key, and only its expiry differs. It reaches the page like a token that another
 * tab has fetched.
 */
export async function runOutSignIn(page: Page, server: TestServer, person: Person): Promise<void> {
  const session = { ...person.session, access_token: await expiredToken(server, person) }
  await page.evaluate((held) => {
    window.localStorage.setItem('kinora.auth', JSON.stringify(held))
    const otherTab = new BroadcastChannel('kinora.auth')
    otherTab.postMessage({ event: 'TOKEN_REFRESHED', session: held })
    otherTab.close()
  }, session)
}

async function expiredToken(server: TestServer, person: Person): Promise<string> {
  const kept = await readFile(join(server.dataDir, 'secrets/auth-keys.json'), 'utf8')
  const { keys } = JSON.parse(kept) as { keys: JWK[] }
  const [jwk] = keys
  if (jwk === undefined) throw new Error('the server has no key')

  return new SignJWT(decodeJwt(person.token))
    .setProtectedHeader({ alg: jwk.alg ?? 'ES256', typ: 'JWT', ...(jwk.kid ? { kid: jwk.kid } : {}) })
    .setExpirationTime(Math.floor(Date.now() / 1000) - 60)
    .sign(await importJWK(jwk))
}
