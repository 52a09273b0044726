import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseTrouble } from './database-trouble.ts'

const whyNot = (config: pg.ClientConfig): Promise<unknown> =>
  new pg.Client({ ...config, connectionTimeoutMillis: 10_000 }).connect().then(
    () => 'connected',
    (error: unknown) => error,
  )

test('a database whose name is unknown for a moment, and one that nobody listens for, are away', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const address = gone.address()
  const port = typeof address === 'object' && address ? address.port : 0
  gone.close()
  await once(gone, 'close')

  // The end of `.invalid` is reserved for names that never exist (RFC 2606).
  for (const config of [{ host: 'database.invalid' }, { host: '127.0.0.1', port }]) {
    expect(databaseTrouble(await whyNot(config)), config.host).toBe('AWAY')
  }
})

test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])(
  'a machine that does not answer (%s) is away',
  (code) => {
    expect(databaseTrouble(Object.assign(new Error(`connect ${code}`), { code }))).toBe('AWAY')
  },
)

test('a fault of ours is no trouble of the database', () => {
  expect(databaseTrouble(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBeUndefined()
  expect(databaseTrouble(new TypeError('x is not a function'))).toBeUndefined()
})
