import pg from 'pg'
import type { Acting } from './opening.ts'

/** Takes a role and states claims until the transaction ends; prepared on each connection when it opens. */
const actor = {
  name: 'kinora_actor',
  text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
}

/**
 * Prepares a new connection for `queryActing`. The role that this call takes is dropped again when the call's own transaction ends.
 */
export async function prepareActing(client: pg.PoolClient): Promise<void> {
  await client.query({ ...actor, values: ['none', ''] })
}

/** The parts of the driver's connection that its type declarations leave out. */
type Wire = {
  bind(config: {
    portal: string
    statement: string
    values: string[]
    valueMapper: (value: string) => string
  }): void
  execute(config: { portal: string }): void
}
type Steps = {
  requiresPreparation(): boolean
  prepare(connection: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}
type Callback = (error: Error | null, result: pg.QueryResult) => void
type QueryClass = new (config: pg.QueryConfig, callback: Callback) => pg.Query & Steps
const Query = pg.Query as unknown as QueryClass

/**
 * One statement that sends its role and claims along in the same message. PostgreSQL treats everything in that message as one
 * transaction, without `begin` and `commit`: if taking the role fails, the statement is skipped.
 */
class ActingQuery extends Query {
  readonly #acting: Acting
  #hasTakenRole = false

  constructor(acting: Acting, config: pg.QueryConfig, callback: Callback) {
    super(config, callback)
    this.#acting = acting
  }

  /** True also without parameters, because only the extended protocol puts several statements into one message. */
  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Wire): void {
    const values = [this.#acting.role, this.#acting.claims]
    connection.bind({ portal: '', statement: actor.name, values, valueMapper: (value) => value })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  /** Skips the first row and the first completion, which belong to taking the role. */
  override handleDataRow(message: unknown): void {
    if (this.#hasTakenRole) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#hasTakenRole) super.handleCommandComplete(message, connection)
    else this.#hasTakenRole = true
  }
}

/** Runs a statement as `acting`, in a transaction of its own. */
export function queryActing(
  query: (submitted: pg.Submittable) => unknown,
  acting: Acting,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    query(new ActingQuery(acting, config, (error, result) => (error ? reject(error) : resolve(result))))
  })
}
