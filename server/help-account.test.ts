import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { helpAccount } from './help-account.ts'
import { createLog } from './log.ts'
import { urlOf } from './testing/addresses.ts'
import { newFolder } from './testing/backups.ts'
import { createOlderDatabase } from './testing/database.ts'
import { signIn } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import { asSuperuser } from './testing/recorder.ts'
import { answer, beginTotp, holdStep, totpCode } from './testing/second-factors.ts'
import { waitingMail } from './testing/waiting-mails.ts'

const { services, database, app, person } = await createTestKinora()
const password = 'wild geese'
const env = readEnv({
  DATA_DIR: services.env.dataDir,
  DATABASE_URL: urlOf(database.connection),
  PUBLIC_URL: 'https://kinora.example',
})
const account = (...args: string[]) => helpAccount(env, createLog('silent'), args)

type Asked = { token?: string; body?: unknown }
async function call(method: string, path: string, { token, body }: Asked = {}) {
  const response = await app.request(`/auth/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The only link in the output of the command. */
function linkIn(said: string): URL {
  const [link = ''] = said.match(/^https:\S+$/m) ?? []
  return new URL(link)
}

const open = (link: URL) =>
  call('POST', '/verify', { body: { type: 'recovery', token_hash: link.searchParams.get('token_hash') } })

/** Adds an authenticator app and recovery codes to an account. */
async function protect(token: string) {
  holdStep()
  const factor = await beginTotp({ call }, token)
  const { body } = await answer({ call }, token, factor.factorId, totpCode(factor.secret, -1))
  await call('POST', '/factors/recovery-codes', { token: body.access_token })
}

test('a link chooses a new password, once, and the account says who made it', async () => {
  const ana = await person('Ana')
  const said = await account(ana.email, '--link')
  expect(said).toContain('within 24 hours')
  expect(said).not.toContain('second step')

  const link = linkIn(said)
  expect(link.origin + link.pathname).toBe('https://kinora.example/auth/confirm')
  const { status, body } = await open(link)
  expect(status).toBe(200)
  expect(body.user.id).toBe(ana.id)
  expect((await open(link)).status).toBe(403)
  const chosen = await call('PUT', '/user', { token: body.access_token, body: { password: 'grey geese' } })
  expect(chosen.status).toBe(200)
  expect((await signIn(app, { email: ana.email, password: 'grey geese' })).id).toBe(ana.id)

  const { rows } = await asSuperuser(
    database,
    `select payload -> 'traits' as traits from auth.audit_log_entries
     where user_id = $1 and payload ->> 'action' = 'user_recovery_requested'`,
    [ana.id],
  )
  expect(rows).toEqual([{ traits: { by: 'admin' } }])
})

test('a lost mailbox is replaced: one logs in with the new address, and the old one is told', async () => {
  const [ana, newAddress] = [await person('Ana'), `${randomUUID()}@example.com`]
  const former = linkIn(await account(ana.email, '--link'))

  // An unconfirmed earlier change of the address is cancelled too.
  await asSuperuser(database, `update auth.users set email_change = 'older@example.com' where id = $1`, [
    ana.id,
  ])

  // The address is matched case-insensitively.
  const said = await account(ana.email.toUpperCase(), '--new-address', newAddress)

  expect(said).toContain(`is ${newAddress} from now on`)
  expect((await signIn(app, { email: newAddress, password })).id).toBe(ana.id)
  await expect(signIn(app, { email: ana.email, password })).rejects.toThrow('invalid_credentials')
  expect((await open(former)).status).toBe(403)
  expect((await waitingMail(database, services.secrets, ana.email)).subject).toContain('address was changed')
  const { rows } = await asSuperuser(
    database,
    'select p.email, u.email_change from profiles p join auth.users u using (id) where p.id = $1',
    [ana.id],
  )
  expect(rows).toEqual([{ email: newAddress, email_change: null }])
})

test('an address that another account has is not given away', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  await expect(account(ana.email, '--new-address', boris.email)).rejects.toThrow(
    'another account has that address',
  )
  await expect(account(ana.email, '--new-address', 'not an address')).rejects.toThrow('Nothing was done')
  expect((await signIn(app, { email: ana.email, password })).id).toBe(ana.id)
})

test('a second step that was lost is taken away with its recovery codes, and the owner is told', async () => {
  const ana = await person('Ana')
  await protect(ana.accessToken)
  const byPassword = await signIn(app, { email: ana.email, password })
  await expect(byPassword.client.stories.list({})).rejects.toThrow()
  expect(await account(ana.email)).toContain('second step: authenticator app, recovery codes')
  expect(await account(ana.email, '--link')).toContain('for their second step, too')

  expect(await account(ana.email, '--no-second-step')).toContain('asks for no second step from now on')

  expect(await account(ana.email)).toContain('second step: none')
  const again = await signIn(app, { email: ana.email, password })
  expect((await again.client.stories.list({})).items).toEqual([])
  expect((await waitingMail(database, services.secrets, ana.email)).subject).toContain(
    'second step was removed',
  )
  expect(await account(ana.email, '--no-second-step')).toContain('asks for no second step.')
})

test('a second step that was only begun is none: it goes, and nobody is told that one was taken away', async () => {
  const ana = await person('Ana')
  await beginTotp({ call }, ana.accessToken)
  expect(await account(ana.email, '--no-second-step')).toBe(
    `The account ${ana.email} asks for no second step.`,
  )
  const { rows } = await asSuperuser(database, 'select from auth.mfa_factors where user_id = $1', [ana.id])
  expect(rows).toEqual([])
  await expect(waitingMail(database, services.secrets, ana.email)).rejects.toThrow('no mail waits')
})

test('an account that has a phone alone is named by it, and is given a mail address before a link', async () => {
  const [ana, newAddress] = [await person('Ana'), `${randomUUID()}@example.com`]
  await asSuperuser(
    database,
    `update auth.users set email = null, phone = '491700000001', phone_confirmed_at = now() where id = $1`,
    [ana.id],
  )
  const phone = '+49 170 0000001'
  expect(await account(phone)).toContain('+491700000001  since')
  await expect(account(phone, '--link')).rejects.toThrow('give it one first, by --new-address')
  await account(phone, '--new-address', newAddress)
  expect((await open(linkIn(await account(newAddress, '--link')))).body.user.id).toBe(ana.id)
})

test('all accounts are listed, and one is told of', async () => {
  const ana = await person('Ana')
  // Fixed times, in case midnight passes during the test.
  await asSuperuser(
    database,
    `update auth.users set created_at = '2026-11-20T23:59Z', last_sign_in_at = '2026-11-21T00:01Z' where id = $1`,
    [ana.id],
  )
  const line = `${ana.email}  since 2026-11-20, logged in 2026-11-21`
  expect(await account()).toContain(line)
  expect(await account(ana.email)).toBe(
    [line, '  address: confirmed', '  ways in: password', '  second step: none'].join('\n'),
  )
})

test('an account that has neither address nor phone is known by its owner’s name and when it was used, and named by its id', async () => {
  const [ana, newAddress] = [await person('Ana'), `${randomUUID()}@example.com`]
  await ana.client.account.updateProfile({ fullName: 'Ana Petrova' })
  await asSuperuser(
    database,
    `update auth.users set email = null, created_at = '2026-11-20T23:59Z', last_sign_in_at = '2026-11-21T00:01Z' where id = $1`,
    [ana.id],
  )
  await asSuperuser(
    database,
    `update auth.sessions set refreshed_at = '2026-11-25T12:00Z' where user_id = $1`,
    [ana.id],
  )

  const line = `Ana Petrova, ${ana.id}  since 2026-11-20, logged in 2026-11-21, last used 2026-11-25`
  expect((await account()).split('\n')).toContain(line)
  expect(await account(ana.id)).toContain(line)
  await account(ana.id, '--new-address', newAddress)
  expect((await open(linkIn(await account(newAddress, '--link')))).body.user.id).toBe(ana.id)
})

test('what is asked for in a wrong way is answered by how to ask, and does nothing', async () => {
  const ana = await person('Ana')
  for (const args of [
    ['--link'],
    [ana.email, '--lnik'],
    [ana.email, 'ana'],
    [ana.email, '--link', '--no-second-step'],
  ]) {
    await expect(account(...args)).rejects.toThrow('npm run account -- ADDRESS --link')
  }
  await expect(account('nobody@example.com', '--link')).rejects.toThrow(
    'There is no account with that address',
  )
  await expect(account('ana')).rejects.toThrow('There is no account with that address')
})

test('without the keys that Kinora has here no link is made: it would open nothing', async () => {
  const elsewhere = readEnv({ DATA_DIR: newFolder(), DATABASE_URL: urlOf(database.connection) })
  await expect(helpAccount(elsewhere, createLog('silent'), [])).rejects.toThrow('SECRET_KEY is not set')
})

test('while the database is that of an older version it is said what to do, and nothing is done', async () => {
  const ana = await person()
  const older = { ...env, databaseUrl: urlOf(await createOlderDatabase(database)) }

  const asked = helpAccount(older, createLog('silent'), [ana.email])

  await expect(asked).rejects.toThrow('start Kinora once, which brings it up to date')
})
