import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startingAs } from './connections.ts'
import { createNotifications } from './notifications.ts'

const { connection, pool, asOwner } = await createTestDatabase()

test.skipIf(process.platform !== 'linux')(
  'a connection that only waits says once a minute that it is there',
  async () => {
    const client = await pool.connect()
    onTestFinished(() => client.release())
    const notifications = createNotifications(startingAs(connection, 'kinora_server'), createLog('silent'))
    onTestFinished(() => notifications.close())
    await notifications.listen('births', { onMessage: () => undefined, onGap: () => undefined })

    const { rows } = await asOwner(
      `select application_name as name, client_port as port from pg_stat_activity
     where datname = current_database() and application_name like 'kinora%' order by 1`,
    )

    expect(rows.map(({ name }) => name)).toEqual(['kinora', 'kinora notifications'])
    for (const { name, port } of rows) {
      const seconds = () => nextSign(port, connection.port ?? 0)
      // The previous query may still be in flight.
      await expect.poll(seconds, { message: name }).toBeGreaterThan(0)
      expect(seconds(), name).toBeLessThanOrEqual(60)
    }
  },
)

/**
 * Seconds until the system sends its next keepalive on the connection between these ports, as Linux lists it; NaN while none is
 * scheduled.
 */
function nextSign(port: number, toPort: number): number {
  // Both ports are compared, because other connections may leave from the same port.
  const [from, to] = [port, toPort].map((each) => `:${each.toString(16).toUpperCase().padStart(4, '0')}`)
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const timer = rows
    .map((row) => row.trim().split(/\s+/))
    .find(([, local, remote]) => local?.endsWith(from ?? '') && remote?.endsWith(to ?? ''))?.[5]
  const [, hundredths = ''] = /^02:([0-9A-F]+)$/.exec(timer ?? '') ?? []
  return Number.parseInt(hundredths, 16) / 100
}
