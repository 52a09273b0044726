import type pg from 'pg'

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>

/**
 * A pool to which a connection may be given back twice. graphile-worker 0.18 does so when it stops while it waits for the answer to
 * LISTEN and that answer never comes, because the database was killed: the pool throws then, in a promise that nobody awaits, which
 * would end the process.
 */
export function withForgivingRelease(pool: pg.Pool): pg.Pool {
  const connect = (callback?: (...connected: Connected) => void): unknown => {
    if (callback === undefined) return pool.connect()
    return pool.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        // Without a connection, as from a pool that has ended, there is nothing to release either.
        if (!isReleased && client) release(reason)
        isReleased = true
      })
    })
  }
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
