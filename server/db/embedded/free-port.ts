import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below what systems lend to connections that leave (32768 on Linux, 49152 elsewhere): while the database is away after
 * a crash, a client that tries again from such a port can connect to itself, and hold it for as long as it lives.
 */
const lowest = 29_952
const beyond = 32_768
const TRIES = 100

/**
 * A port of the loopback interface that was free a moment ago.
 *
 * @param choose one to try, at random unless said otherwise
 * @throws Error when a hundred of them were all taken
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
