import { describe, expect, it } from 'vitest'
import { logIn, newAccount, newEmail, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { addTotp, beginTotp, protectedPerson } from '../../testing/second-factors.ts'

const { pool } = await createTestDatabase()
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })

describe('the owner of an account is told', () => {
  it('that the password was changed', async () => {
    const auth = await start()
    const { token, email } = await newAccount(auth)

    await auth.call('PUT', '/user', { token, body: { password: 'a new long password' } })

    const { subject, link, text } = await auth.mailTo(email)
    expect(subject).toBe('Your password was changed (site.test)')
    expect(link.href).toBe('https://site.test/forgot-password')
    expect(text).not.toContain('a new long password')
  })

  it('at the old address, that there is another one, once both have agreed', async () => {
    const auth = await start()
    const { token, email } = await newAccount(auth)
    const wanted = newEmail()
    await auth.call('PUT', '/user', { token, body: { email: wanted } })
    const links = [await auth.mailTo(email), await auth.mailTo(wanted)]
    const confirm = (link: { type: string; tokenHash: string }) =>
      auth.call('POST', '/verify', { body: { type: link.type, token_hash: link.tokenHash } })

    await confirm(links[0] ?? { type: '', tokenHash: '' })
    const half = await auth.mailsTo(email)
    await confirm(links[1] ?? { type: '', tokenHash: '' })

    expect(half).toHaveLength(1)
    const { subject, text } = await auth.mailTo(email)
    expect(subject).toBe('Your email address was changed (site.test)')
    expect(text).not.toContain(wanted)
    expect(await auth.mailsTo(wanted)).toHaveLength(1)
  })

  it('that a second step was added, and not while it is only begun', async () => {
    const auth = await start()
    const { token, email } = await newAccount(auth)
    await beginTotp(auth, token)
    expect(await auth.mailsTo(email)).toEqual([])

    const { secret } = await addTotp(auth, token)

    const { subject, text, html } = await auth.mailTo(email)
    expect(subject).toBe('A second step was added to your log-in (site.test)')
    for (const form of [text, html]) expect(form).not.toContain(secret)
  })

  it('that a second step was removed, and not when it was only begun', async () => {
    const auth = await start()
    const { token, email, factorId } = await protectedPerson(auth)
    const begun = await beginTotp(auth, token)
    await auth.call('DELETE', `/factors/${begun.factorId}`, { token })
    expect(await auth.mailsTo(email)).toHaveLength(1)

    await auth.call('DELETE', `/factors/${factorId}`, { token })

    expect((await auth.mailTo(email)).subject).toBe('A second step was removed from your log-in (site.test)')
  })

  it('that recovery codes were made, and not what they are', async () => {
    const auth = await start()
    const { token, email } = await protectedPerson(auth)

    const { body } = await auth.call('POST', '/factors/recovery-codes', { token })

    const { subject, text } = await auth.mailTo(email)
    expect(subject).toContain('recovery codes')
    for (const code of body.codes) expect(text).not.toContain(code)
  })

  it('of nothing when only the name changes, or the password was refused', async () => {
    const auth = await start()
    const { token, email } = await newAccount(auth)

    await auth.call('PUT', '/user', { token, body: { data: { full_name: 'Ana' } } })
    await auth.call('PUT', '/user', { token, body: { password: 'short' } })

    expect(await auth.mailsTo(email)).toEqual([])
  })
})

it('what its owner could not be told of does not happen', async () => {
  let isAway = false
  const deliver = async () => {
    if (isAway) throw new Error('no mail can be queued')
  }
  const auth = await startAuth(pool, { autoconfirm: true }, { deliver })
  const { token, email } = await newAccount(auth)
  const { factorId } = await addTotp(auth, token)
  isAway = true

  const changed = await auth.call('PUT', '/user', { token, body: { password: 'a new long password' } })
  const removed = await auth.call('DELETE', `/factors/${factorId}`, { token })

  expect([changed.status, removed.status]).toEqual([500, 500])
  expect((await auth.call('GET', '/user', { token })).body.factors).toHaveLength(1)
  expect((await logIn(auth, email)).token).toBeDefined()
})
