import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startingAs } from './connections.ts'
import { createNotifications } from './notifications.ts'

const { pool, superuser, connection } = await createTestDatabase()

function startNotifications() {
  const notifications = createNotifications(startingAs(connection, 'kinora_server'), createLog('silent'))
  onTestFinished(() => notifications.close())
  return notifications
}

test('every listener of a channel hears what is sent to it, until it stops', async () => {
  const notifications = startNotifications()
  const [first, second] = [vi.fn(), vi.fn()]
  const stop = await notifications.listen('births', { onMessage: first, onGap: vi.fn() })
  await notifications.listen('births', { onMessage: second, onGap: vi.fn() })

  await pool.query(`select pg_notify('births', 'Ada')`)
  await vi.waitFor(() => expect(second).toHaveBeenCalledWith('Ada'))
  expect(first).toHaveBeenCalledWith('Ada')

  stop()
  await pool.query(`select pg_notify('births', 'Grace')`)
  await vi.waitFor(() => expect(second).toHaveBeenCalledWith('Grace'))
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

  await vi.waitFor(() => expect(onGap).toHaveBeenCalled(), { timeout: 5000 })
  await pool.query(`select pg_notify('deaths', 'still here')`)
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith('still here'))
})
