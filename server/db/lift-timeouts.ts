import type { ClientBase } from 'pg'

const timeouts = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_session_timeout',
  'idle_in_transaction_session_timeout',
]

/**
 * Lifts every timeout that a role, a database or the server sets, for a session whose work takes as long as there is data.
 * PostgreSQL has `transaction_timeout` from version 17 on, and a `set` of it would fail before.
 */
export async function liftTimeouts(client: ClientBase): Promise<void> {
  await client.query(`select set_config(name, '0', false) from pg_catalog.pg_settings where name = any($1)`, [
    timeouts,
  ])
}
