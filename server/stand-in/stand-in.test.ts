import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { jwtVerify } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { environmentForChildren } from '../env.ts'
import { freePort, urlOf } from '../testing/addresses.ts'
import { adminToken, jwtSecret } from '../testing/admin.ts'
import { newEmail, password } from '../testing/auth-service.ts'
import { createTestDatabase } from '../testing/database.ts'
import { untilReady } from '../testing/server-process.ts'
import { asSuperuser } from '../testing/superuser.ts'

const { connection, superuser } = await createTestDatabase()

/** Starts `node server/main.ts auth`, as a container would. */
async function start(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-auth-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'auth'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environmentForChildren(), DATA_DIR: dataDir, ...settings },
  })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  })
  return child
}

function newClient(url: string, token?: string) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const client = new AuthClient({ url, headers, persistSession: false, autoRefreshToken: false })
  onTestFinished(() => client.dispose())
  return client
}

it('stands in for a GoTrue: the stock client signs up, refreshes, administers and signs out', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = await start({
    GOTRUE_SITE_URL: 'https://site.test',
    API_EXTERNAL_URL: url,
    GOTRUE_API_HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: urlOf(connection),
    GOTRUE_DB_MAX_POOL_SIZE: '3',
    GOTRUE_JWT_SECRET: jwtSecret,
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_LOG_LEVEL: 'warn',
  })
  await untilReady(child, 'The auth service is ready')
  const client = newClient(url)
  const email = newEmail()

  const signUp = await client.signUp({ email, password, options: { data: { full_name: 'Ana' } } })
  expect(signUp.error).toBeNull()
  // Other services of such a deployment verify tokens with the secret that all of them share.
  const token = signUp.data.session?.access_token ?? ''
  const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), { issuer: url })
  expect(payload).toMatchObject({ role: 'authenticated', aud: 'authenticated', email })
  expect(await (await fetch(`${url}/.well-known/jwks.json`)).json()).toEqual({ keys: [] })

  // The strong password hash: no setting of the operator can make it cheaper.
  const [row] = await asSuperuser(superuser, 'select encrypted_password from auth.users where email = $1', [
    email,
  ])
  expect(row.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)

  expect((await client.refreshSession()).error).toBeNull()
  expect((await client.getUser()).data.user?.user_metadata.full_name).toBe('Ana')
  const { data } = await newClient(url, await adminToken()).admin.listUsers()
  expect(data.users.map((user) => user.email)).toContain(email)
  expect((await client.signOut()).error).toBeNull()
  expect((await newClient(url).signInWithPassword({ email, password })).error).toBeNull()
})

it('does not start with a setting it does not know, and says which', async () => {
  const child = await start({ GOTRUE_NONSENSE: '1', GOTRUE_JWT_EXP: 'soon' })
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString()
  })

  // Waits for `close`, not `exit`: after `exit` the last output may still be on its way.
  const [code] = await once(child, 'close')

  expect(code).toBe(1)
  expect(said).toContain('GOTRUE_NONSENSE: is no setting that this service knows')
  expect(said).toContain('GOTRUE_JWT_EXP')
})
