import { AuthClient } from '@supabase/auth-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newEmail, password, siteUrl, startAuth, type TestAuth } from '../testing/auth-service.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { createTestDatabase } from '../testing/database.ts'
import { newPhone } from '../testing/phones.ts'
import { holdStep, totpCode } from '../testing/second-factors.ts'

const { pool } = await createTestDatabase()
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })

/** The stock client with a storage of its own, as in a separate browser. */
function newClient(auth: TestAuth) {
  const client = new AuthClient({
    url: auth.url,
    storageKey: 'session',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  })
  onTestFinished(() => client.dispose())
  return client
}
type Client = ReturnType<typeof newClient>

async function signedUp(auth: TestAuth) {
  const client = newClient(auth)
  const email = newEmail()
  await client.signUp({ email, password })
  return { client, email }
}

/** Adds an authenticator app in the way that the client's documentation shows. */
async function addApp(client: Client) {
  holdStep()
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (data === null) throw new Error('The factor was refused')
  const { data: challenge } = await client.mfa.challenge({ factorId: data.id })
  const verified = await client.mfa.verify({
    factorId: data.id,
    challengeId: challenge?.id ?? '',
    code: totpCode(data.totp.secret, -1),
  })
  expect(verified.error).toBeNull()
  return { factorId: data.id, secret: data.totp.secret, qrCode: data.totp.qr_code }
}

const levelOf = async (client: Client) => (await client.mfa.getAuthenticatorAssuranceLevel()).data

describe('the stock client', () => {
  it('adds an authenticator app and is at aal2, also after a refresh', async () => {
    const { client } = await signedUp(await start())
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))

    const { qrCode, factorId } = await addApp(client)

    expect(qrCode).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: 'verified' }])
    expect((await client.refreshSession()).error).toBeNull()
    expect((await levelOf(client))?.currentLevel).toBe('aal2')
  })

  it('is asked for the code at the next log-in, and for nothing once the app is removed', async () => {
    const auth = await start()
    const { client, email } = await signedUp(auth)
    const { factorId, secret } = await addApp(client)
    const other = newClient(auth)
    await other.signInWithPassword({ email, password })
    const before = await levelOf(other)

    const answered = await other.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })

    expect(before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect(answered.error).toBeNull()
    expect((await levelOf(other))?.currentLevel).toBe('aal2')
    expect((await other.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await other.refreshSession()).error).toBeNull()
    expect(await levelOf(other)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  it('reads why a code was refused', async () => {
    const { client } = await signedUp(await start())
    const { factorId, secret } = await addApp(client)

    const { error } = await client.mfa.challengeAndVerify({ factorId, code: totpCode(secret, -1) })

    expect(error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
  })

  it('changes nothing of importance without the code', async () => {
    const auth = await start()
    const { client, email } = await signedUp(auth)
    await addApp(client)
    const other = newClient(auth)
    await other.signInWithPassword({ email, password })

    const { error } = await other.updateUser({ password: 'a new long password' })

    expect(error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    expect((await client.updateUser({ password: 'a new long password' })).error).toBeNull()
  })

  it('makes recovery codes and comes in with one', async () => {
    const auth = await start()
    const { client, email } = await signedUp(auth)
    await addApp(client)
    const { data: set } = await client.mfa.recoveryCodes.generate()
    const other = newClient(auth)
    await other.signInWithPassword({ email, password })

    const { error } = await other.mfa.recoveryCodes.verify({ code: set?.codes[0]?.toUpperCase() ?? '' })

    expect(error).toBeNull()
    expect((await levelOf(other))?.currentLevel).toBe('aal2')
    expect((await other.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
    expect((await other.mfa.listFactors()).data?.recovery_code).toHaveLength(1)
    expect((await other.mfa.recoveryCodes.regenerate()).data?.codes).toHaveLength(10)
    expect((await other.mfa.recoveryCodes.unenroll()).error).toBeNull()
  })

  it('adds a security key and comes in with it', async () => {
    const auth = await start()
    const { client, email } = await signedUp(auth)
    const key = createAuthenticator(siteUrl)
    const site = { rpId: 'site.test', rpOrigins: [siteUrl] }
    const { data: factor } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    const factorId = factor?.id ?? ''

    const added = await answerWith(client, factorId, site, (options) => key.create(options))
    const other = newClient(auth)
    await other.signInWithPassword({ email, password })
    const used = await answerWith(other, factorId, site, (options) => key.get(options))

    expect([added.error, used.error]).toEqual([null, null])
    expect(await levelOf(other)).toMatchObject({ currentLevel: 'aal2' })
    expect((await other.mfa.listFactors()).data?.webauthn).toHaveLength(1)
  })

  it('signs in by a mailed code, and by a link', async () => {
    const auth = await start()
    const email = newEmail()
    const [first, second] = [newClient(auth), newClient(auth)]

    expect((await first.signInWithOtp({ email })).error).toBeNull()
    const { code } = await auth.mailTo(email)
    expect((await first.verifyOtp({ email, token: code, type: 'email' })).data.session).not.toBeNull()

    expect((await second.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull()
    const { tokenHash } = await auth.mailTo(email)
    const { data } = await second.verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
    expect(data.session?.user.email).toBe(email)
  })

  it('signs in by phone, and changes it', async () => {
    const auth = await start({ phoneEnabled: true })
    const client = newClient(auth)
    const [phone, another] = [newPhone(), newPhone()]

    const { data: sent } = await client.signInWithOtp({ phone: `+${phone}` })
    const [code = ''] = await auth.codesTo(phone)
    const { data } = await client.verifyOtp({ phone: `+${phone}`, token: code, type: 'sms' })
    expect((await client.updateUser({ phone: `+${another}` })).error).toBeNull()
    const [next = ''] = await auth.codesTo(another)
    await client.verifyOtp({ phone: `+${another}`, token: next, type: 'phone_change' })

    expect(sent.messageId).toEqual(expect.any(String))
    expect(data.user?.phone).toBe(phone)
    expect((await client.getUser()).data.user?.phone).toBe(another)
  })

  it('looks around without an address', async () => {
    const client = newClient(await start({ anonymousEnabled: true }))

    const { data, error } = await client.signInAnonymously()

    expect(error).toBeNull()
    expect(data.user?.is_anonymous).toBe(true)
  })

  it('proves once more who is there', async () => {
    const auth = await start()
    const { client, email } = await signedUp(auth)

    expect((await client.reauthenticate()).error).toBeNull()
    const { code } = await auth.mailTo(email)
    const { error } = await client.updateUser({ password: 'a new long password', nonce: code })

    expect(error).toBeNull()
  })
})

/** Does what the client does in a browser, with the answer of a simulated security key instead of the browser's. */
async function answerWith(
  client: Client,
  factorId: string,
  site: { rpId: string; rpOrigins: string[] },
  sign: (options: { publicKey: { challenge: string } }) => object,
) {
  const { data: challenge } = await client.mfa.challenge({ factorId, webauthn: site })
  if (challenge === null || challenge.type !== 'webauthn') throw new Error('No challenge came')

  const { type, credential_options: options } = challenge.webauthn
  const bytes = Buffer.from(new Uint8Array(options.publicKey.challenge as ArrayBuffer))
  const publicKey = { ...options.publicKey, challenge: bytes.toString('base64url') }
  const answer = sign({ publicKey })
  const credential = { toJSON: () => answer } as never
  return client.mfa.verify({
    factorId,
    challengeId: challenge.id,
    webauthn: { ...site, type, credential_response: credential },
  })
}
