import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the range from which systems take ports for outgoing connections (32768 on Linux, 49152 elsewhere). Otherwise a client that
 * reconnects while the database is down after a crash could be given the database's own port, connect to itself, and occupy that
 * port.
 */
const lowest = 29_952
const beyond = 32_768
const TRIES = 100

/**
 * A port of the loopback interface that was free a moment ago.
 *
 * @param choose returns a port to try; random by default
 * @throws Error when a hundred ports were all taken
 */
export async function findFreePort(choose = () => randomInt(lowest, beyond)): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = choose()
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free between ${lowest} and ${beyond}`)
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}
