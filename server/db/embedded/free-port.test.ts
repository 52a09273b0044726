import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from './free-port.ts'

test('the port is below what systems lend to connections that leave', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()))
  expect(Math.min(...ports)).toBeGreaterThan(1024)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

test('a port that somebody listens on is passed over, and all of them taken is an error', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await once(server, 'listening')
  // The system lends a port from beyond those that a database is given, so that the other one is never the same.
  const { port: taken } = server.address() as AddressInfo
  const other = await findFreePort()

  const toTry = [taken, taken, other]
  expect(await findFreePort(() => toTry.shift() ?? taken)).toBe(other)
  await expect(findFreePort(() => taken)).rejects.toThrow('no port is free')
})
