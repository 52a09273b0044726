import pg from 'pg'
import { prepareActing } from './acting-query.ts'
import { keptAlive } from './kept-alive.ts'
import { sendTurnsAtOnce } from './one-message.ts'
import { createStatementNames, prepareStatements } from './statement-names.ts'

export type PoolOptions = { max: number; onError: (error: Error) => void }

/** PostgreSQL's numbers for bigint and numeric. Ours are bytes, milliseconds, hours and counts, all far below 2^53. */
const NUMBERS = new Set([20, 1700])

/** A pool whose parametrised queries are prepared once per connection and whose bigints and numerics are numbers. */
export function createPool(connection: pg.ClientConfig, options: PoolOptions): pg.Pool {
  const names = createStatementNames()
  const pool = new pg.Pool({
    ...connection,
    ...keptAlive,
    application_name: 'kinora',
    max: options.max,
    // A statement leaves without waiting for the answer to the one before; PostgreSQL takes them in their order.
    pipeline: true,
    types: { getTypeParser },
  })
  pool.on('connect', (client) => {
    sendTurnsAtOnce(client)
    prepareStatements(client, names)
    client.on('error', onError)
    prepareActing(client).catch(onError)
  })
  // A connection that breaks while idle: the pool makes a new one, the process must not die of it.
  pool.on('error', onError)
  return pool

  /** When both sides close at once, the database may be the quicker one; that is no news. */
  function onError(error: Error): void {
    if (!pool.ending) options.onError(error)
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  if (NUMBERS.has(id) && format !== 'binary') return Number
  return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text')
}
