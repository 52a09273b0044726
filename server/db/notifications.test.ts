import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startingAs } from './connections.ts'
import { createNotifications, type Patience } from './notifications.ts'

const { pool, superuser, connection } = await createTestDatabase()

function startNotifications(at: Partial<pg.ClientConfig> = {}, patience?: Patience) {
  const sessions = startingAs({ ...connection, ...at }, 'kinora_server')
  const notifications = createNotifications(sessions, createLog('silent'), patience)
  onTestFinished(() => notifications.close())
  return notifications
}

test('every listener of a channel hears what is sent to it, until it stops', async () => {
  const notifications = startNotifications()
  const [first, second] = [vi.fn(), vi.fn()]
  const stop = await notifications.listen('births', { onMessage: first, onGap: vi.fn() })
  await notifications.listen('births', { onMessage: second, onGap: vi.fn() })

  await pool.query(`select pg_notify('births', 'Ada')`)
  await expect.poll(() => second).toHaveBeenCalledWith('Ada')
  expect(first).toHaveBeenCalledWith('Ada')

  stop()
  await pool.query(`select pg_notify('births', 'Grace')`)
  await expect.poll(() => second).toHaveBeenCalledWith('Grace')
  expect(first).toHaveBeenCalledTimes(1)
})

test('a broken connection is opened again, and listeners are told of the gap', async () => {
  const notifications = startNotifications()
  const [onMessage, onGap] = [vi.fn(), vi.fn()]
  await notifications.listen('deaths', { onMessage, onGap })

  const killer = new pg.Client(superuser)
  await killer.connect()
  await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'kinora notifications' and datname = current_database()`,
  )
  await killer.end()

  await expect.poll(() => onGap).toHaveBeenCalled()
  await pool.query(`select pg_notify('deaths', 'still here')`)
  await expect.poll(() => onMessage).toHaveBeenCalledWith('still here')
})

test('a connection that went silent is given up, and another one hears what is said from then on', async () => {
  const line = await startLine()
  const notifications = startNotifications(
    { host: '127.0.0.1', port: line.port },
    // Long enough for one that does answer on a machine that stands still for a moment.
    { askEveryMs: 200, answerMs: 4_000 },
  )
  const [onMessage, onGap] = [vi.fn(), vi.fn()]
  await notifications.listen('moves', { onMessage, onGap })

  line.goSilent()

  await expect.poll(() => onGap).toHaveBeenCalled()
  await pool.query(`select pg_notify('moves', 'to the coast')`)
  await expect.poll(() => onMessage).toHaveBeenCalledWith('to the coast')
  expect(line.opened()).toBe(2)
})

test('one that answers is kept', async () => {
  const line = await startLine()
  const notifications = startNotifications(
    { host: '127.0.0.1', port: line.port },
    { askEveryMs: 20, answerMs: 30_000 },
  )
  await notifications.listen('weddings', { onMessage: vi.fn(), onGap: vi.fn() })

  await expect.poll(line.answers).toBeGreaterThan(20)
  expect(line.opened()).toBe(1)
})

/** A way to the database on which what was said and what comes back can stop, without an end. */
async function startLine() {
  const open = new Set<Socket>()
  let [opened, answers] = [0, 0]
  let carried: Socket[] = []
  const server = createServer((near) => {
    opened += 1
    const far = connect({ host: connection.host ?? '127.0.0.1', port: connection.port ?? 5432 })
    for (const socket of [near, far]) open.add(socket.on('error', () => undefined))
    far.on('data', () => {
      answers += 1
    })
    near.pipe(far)
    far.pipe(near)
    carried.push(near, far)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    opened: () => opened,
    answers: () => answers,
    goSilent: () => {
      for (const socket of carried) socket.unpipe().pause()
      carried = []
    },
  }
}
