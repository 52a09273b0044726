import type { PoolClient } from 'pg'

/**
 * Sends the queries of one turn of the event loop, which do not wait for each other's answers, in one write: otherwise each costs a
 * system call and wakes the database separately. The stream is looked up each time, because TLS replaces it while connecting.
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
