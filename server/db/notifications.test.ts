import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startLine } from '../testing/line-to-database.ts'
import { startingAs } from './connections.ts'
import { createNotifications } from './notifications.ts'
import type { Patience } from './silent-line.ts'

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
  const line = await startLine(connection)
  const notifications = startNotifications(
    { host: '127.0.0.1', port: line.port },
    // Long enough for a database that does answer, on a machine that stalls for a moment.
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
  const line = await startLine(connection)
  const notifications = startNotifications(
    { host: '127.0.0.1', port: line.port },
    { askEveryMs: 20, answerMs: 30_000 },
  )
  await notifications.listen('weddings', { onMessage: vi.fn(), onGap: vi.fn() })

  await expect.poll(line.answers).toBeGreaterThan(20)
  expect(line.opened()).toBe(1)
})

test('one that falls silent while it is opened again is given up, and closed', async () => {
  const line = await startLine(connection)
  const notifications = startNotifications(
    { host: '127.0.0.1', port: line.port },
    { askEveryMs: 30_000, answerMs: 4_000 },
  )
  const [onMessage, onGap] = [vi.fn(), vi.fn()]
  await notifications.listen('christenings', { onMessage, onGap })

  line.befallAt('listen "christenings"', 'silence')
  line.cut()

  await expect.poll(() => onGap).toHaveBeenCalled()
  await pool.query(`select pg_notify('christenings', 'Ada')`)
  await expect.poll(() => onMessage).toHaveBeenCalledWith('Ada')
  expect([line.opened(), line.open()]).toEqual([3, 1])
})

test('a close waits for no connection that is let in and told nothing', async () => {
  const port = await startSilence()
  const notifications = startNotifications({ host: '127.0.0.1', port })
  const begun = notifications.listen('births', { onMessage: vi.fn(), onGap: vi.fn() })
  const refused = expect(begun).rejects.toThrow('Connection terminated')

  await notifications.close()
  await refused
})

test('a close waits for no farewell on a line that went silent', async () => {
  const line = await startLine(connection)
  const notifications = startNotifications({ host: '127.0.0.1', port: line.port })
  await notifications.listen('births', { onMessage: vi.fn(), onGap: vi.fn() })

  line.goSilent()

  await notifications.close()
})

test('whoever comes second has not begun before the first, who is still waiting, has', async () => {
  const line = await startLine(connection)
  const notifications = startNotifications({ host: '127.0.0.1', port: line.port })
  await notifications.listen('births', { onMessage: vi.fn(), onGap: vi.fn() })
  const lost = line.befallAt('listen "homecomings"', 'silence')
  const unheard = [vi.fn(), vi.fn()].map((onMessage) =>
    notifications.listen('homecomings', { onMessage, onGap: vi.fn() }).then(
      () => 'begun',
      () => 'never begun',
    ),
  )

  expect(await Promise.race([...unheard, lost.then(() => 'waiting')])).toBe('waiting')
  line.cut()
  expect(await Promise.all(unheard)).toEqual(['never begun', 'never begun'])
})

test('whoever could not begin to listen hears nothing, and may begin anew', async () => {
  const line = await startLine(connection)
  const notifications = startNotifications({ host: '127.0.0.1', port: line.port })
  const [first, second, onGap] = [vi.fn(), vi.fn(), vi.fn()]
  await notifications.listen('births', { onMessage: vi.fn(), onGap })
  line.befallAt('listen "letters"', 'end')
  await expect(notifications.listen('letters', { onMessage: first, onGap: vi.fn() })).rejects.toThrow()
  await expect.poll(() => onGap).toHaveBeenCalled()

  await notifications.listen('letters', { onMessage: second, onGap: vi.fn() })
  await pool.query(`select pg_notify('letters', 'from the coast')`)

  await expect.poll(() => second).toHaveBeenCalledWith('from the coast')
  expect(first).not.toHaveBeenCalled()
})

/** A server that accepts every connection and never answers. */
async function startSilence() {
  const open: Socket[] = []
  const server = createServer((socket) => void open.push(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
