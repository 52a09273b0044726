import pg from 'pg'
import { prepareActing } from './acting-query.ts'
import { keptAlive } from './kept-alive.ts'
import { sendTurnsAtOnce } from './one-message.ts'
import { createStatementNames, prepareStatements } from './statement-names.ts'

export type PoolOptions = { max: number; onError: (error: Error) => void }

/** PostgreSQL's type ids of bigint and numeric. Kinora's values are bytes, milliseconds, hours and counts, all far below 2^53. */
const NUMBERS = new Set([20, 1700])

/** A pool whose parametrised queries are prepared once per connection, and which returns bigints and numerics as numbers. */
export function createPool(connection: pg.ClientConfig, options: PoolOptions): pg.Pool {
  const names = createStatementNames()
  const pool = new pg.Pool({
    ...connection,
    ...keptAlive,
    application_name: 'kinora',
    max: options.max,
    // A statement is sent without waiting for the answer to the previous one; PostgreSQL executes them in order.
    pipeline: true,
    types: { getTypeParser },
  })
  pool.on('connect', (client) => {
    sendTurnsAtOnce(client)
    prepareStatements(client, names)
    client.on('error', onError)
    prepareActing(client).catch(onError)
  })
  // An idle connection may break: the pool replaces it, and without this handler the process would crash.
  pool.on('error', onError)
  return pool

  /** While both sides are closing, the database may close first; that is not worth reporting. */
  function onError(error: Error): void {
    if (!pool.ending) options.onError(error)
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  if (NUMBERS.has(id) && format !== 'binary') return Number
  return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text')
}
