import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()

/** Runs one statement in a transaction as the given role, with the given claims. */
async function as(role: string, claims: object | null, text: string) {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local role ${role}`)
    if (claims !== null) {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
    }
    return (await client.query(text)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const tables = await asSuperuser(
  superuser,
  `select tablename from pg_tables where schemaname = 'auth' order by 1`,
)

describe.each(tables.map(({ tablename }) => tablename))('auth.%s', (table) => {
  it.each(['anon', 'authenticated', 'kinora_worker'])('cannot be read or written by %s', async (role) => {
    for (const text of [`select * from auth.${table}`, `delete from auth.${table}`]) {
      await expect(as(role, { sub: '018f0000-0000-7000-8000-000000000000' }, text)).rejects.toThrow(
        'permission denied',
      )
    }
  })

  it('shows no row to a role that was only granted the table', async () => {
    await asSuperuser(
      superuser,
      `insert into auth.rate_limits values ('${table}', 1, 1);
       insert into auth.users (id) values (gen_random_uuid())`,
    )
    const client = new pg.Client(superuser)
    await client.connect()
    await client.query(`begin; grant select on auth.${table} to anon; set local role anon`)

    const { rows } = await client.query(`select * from auth.${table}`)

    await client.query('rollback')
    await client.end()
    expect(rows).toEqual([])
  })
})

it('are the tables that the accounts need now', () => {
  expect(tables.map(({ tablename }) => tablename)).toEqual([
    'audit_log_entries',
    'contested_addresses',
    'flow_states',
    'identities',
    'mfa_challenges',
    'mfa_factors',
    'mfa_recovery_codes',
    'one_time_tokens',
    'rate_limits',
    'sessions',
    'used_wallet_messages',
    'users',
  ])
})

it("the service's own role reaches nothing outside its schema", async () => {
  await expect(as('kinora_auth', null, 'select * from public.profiles')).rejects.toThrow('permission denied')
})

describe('who is asking', () => {
  const claims = { sub: '018f0000-0000-7000-8000-000000000000', role: 'authenticated', aal: 'aal1' }
  const read = 'select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt'

  it.each(['anon', 'authenticated', 'kinora_worker'])('stands in the claims, for %s', async (role) => {
    expect(await as(role, claims, read)).toEqual([{ uid: claims.sub, role: 'authenticated', jwt: claims }])
  })

  it('is nobody without claims', async () => {
    expect(await as('authenticated', null, read)).toEqual([{ uid: null, role: null, jwt: null }])
  })

  it('is nobody with claims that name nobody', async () => {
    expect(await as('anon', { role: 'anon', sub: '' }, read)).toEqual([
      { uid: null, role: 'anon', jwt: { role: 'anon', sub: '' } },
    ])
  })
})
