import type { PoolClient } from 'pg'

/**
 * Statements of one turn, which do not wait for each other's answers, leave together: each alone costs a call to the
 * system and wakes the database by itself. The stream is asked for each time, since TLS replaces it while connecting.
 */
export function sendTurnsAtOnce(client: PoolClient): void {
  const query: (...call: unknown[]) => unknown = client.query.bind(client)
  let isHolding = false

  const held = (...call: unknown[]): unknown => {
    if (!isHolding) {
      isHolding = true
      const { stream } = client.connection
      stream.cork()
      process.nextTick(() => {
        isHolding = false
        stream.uncork()
      })
    }
    return query(...call)
  }
  Object.defineProperty(client, 'query', { value: held, configurable: true })
}
