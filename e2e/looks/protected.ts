import type { Page } from '@playwright/test'
import { appCode } from '../authenticator.ts'
import { signUp } from '../person.ts'

type Tokens = { access_token: string }

/**
 * Signs up a person with an authenticator app and recovery codes, and opens the page's origin as them: with only the password
 * given, or with the app's code as well.
 */
export async function openProtected(page: Page, given: 'password' | 'code'): Promise<void> {
  await page.goto('/login')
  const { origin } = new URL(page.url())
  const call = async (path: string, body: object, token?: string) => {
    const answer = await page.request.post(`${origin}/auth/v1${path}`, {
      data: body,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }

  const { email, password, token } = await signUp(origin)
  const app = await call('/factors', { factor_type: 'totp', friendly_name: 'Authenticator app' }, token)
  const challenge = await call(`/factors/${app.id}/challenge`, {}, token)
  const answer = { challenge_id: challenge.id, code: appCode(app.totp.secret) }
  const raised = (await call(`/factors/${app.id}/verify`, answer, token)) as Tokens
  await call('/factors/recovery-codes', {}, raised.access_token)

  const half = await call('/token?grant_type=password', { email, password })
  const session = JSON.stringify(given === 'code' ? raised : half)
  await page.evaluate((stored) => window.localStorage.setItem('kinora.auth', stored), session)
}
