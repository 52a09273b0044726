import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { takeOpening } from './opening.ts'
import type { DB } from './tables.generated.ts'

export type Tables = DB
export type Database = Kysely<Tables>

/** Typed queries over the pool. Features use them only through `asUser` and the other functions of actor.ts. */
export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new ActorDialect({ pool }) })
}

class ActorDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(config: { pool: pg.Pool }) {
    super(config)
    this.#pool = config.pool
  }

  override createDriver(): PostgresDriver {
    return new ActorDriver({ pool: this.#pool })
  }

  override createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }
}

/**
 * Opens a transaction and states its actor without a round trip: the first query follows at once on the same connection. If the
 * opening fails, that query finds an aborted transaction, or a session without any rights (server/db/connections.ts), and the
 * commit reports it.
 */
class ActorDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const opening = takeOpening()
    if (opening === undefined) return super.beginTransaction(connection, settings)
    connection.executeQuery(CompiledQuery.raw(opening)).catch(() => undefined)
  }
}
