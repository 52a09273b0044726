import { Secret, TOTP } from 'otpauth'
import { onTestFinished, vi } from 'vitest'
import { logIn, newAccount, type TestAuth } from './auth-service.ts'

/** Anything through which the account service can be called. */
type Caller = Pick<TestAuth, 'call'>

export type TotpFactor = { factorId: string; secret: string }

/** The code that an authenticator app shows now, or so many steps of 30 s later. */
export function totpCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/**
 * Stops the clock of this process until the test ends. A new step begins every 30 s, and a code from one step back would be two
 * steps back, and refused, if the step changed before the code arrives.
 */
export function holdStep(): void {
  if (vi.isFakeTimers()) return
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

const stepNow = () => Math.floor(Date.now() / 30_000)

/** A code that is certainly wrong. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps))
  return (
    ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.includes(code)) ?? ''
  )
}

export async function beginTotp(auth: Caller, token: string, friendlyName = ''): Promise<TotpFactor> {
  const { status, body } = await auth.call('POST', '/factors', {
    token,
    body: { factor_type: 'totp', friendly_name: friendlyName },
  })
  if (status !== 200) throw new Error(`A factor was refused: ${JSON.stringify(body)}`)
  return { factorId: body.id, secret: body.totp.secret }
}

export const challenge = (auth: Caller, token: string, factorId: string) =>
  auth.call('POST', `/factors/${factorId}/challenge`, { token, body: {} })

/** Requests a challenge and answers it. */
export async function answer(auth: Caller, token: string, factorId: string, code: string) {
  const challenged = await challenge(auth, token, factorId)
  return auth.call('POST', `/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: challenged.body.id, code },
  })
}

/** Sets up a person's first TOTP factor; the session is aal2 from then on. */
export async function addTotp(auth: TestAuth, token: string, friendlyName = '') {
  const factor = await beginTotp(auth, token, friendlyName)
  const begun = stepNow()
  // Uses the code of one step back, so that the present one can still be used.
  const prove = () => answer(auth, token, factor.factorId, totpCode(factor.secret, -1))
  const first = await prove()
  // The step may have ended while the code was on its way, which makes the code too old.
  const { status, body } = first.status !== 200 && stepNow() !== begun ? await prove() : first
  if (status !== 200) throw new Error(`A code was refused: ${JSON.stringify(body)}`)
  return { ...factor, token: body.access_token as string, refreshToken: body.refresh_token as string }
}

/** A person with a TOTP factor, and a second session that has only the password. */
export async function protectedPerson(auth: TestAuth) {
  const account = await newAccount(auth)
  const factor = await addTotp(auth, account.token)
  const aal1 = await logIn(auth, account.email)
  return { ...account, ...factor, aal1: aal1.token, aal1RefreshToken: aal1.refreshToken }
}
