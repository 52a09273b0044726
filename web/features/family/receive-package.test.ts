import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { leftOutHeader, lostHeader } from '#contract/paths.ts'
import { situationOf } from '../../lib/errors.ts'
import { provideAccess } from '../../lib/request.ts'
import { receivePackage } from './receive-package.ts'

/** An empty zip file consists of its end record alone. */
const end = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])

/** Starts a server that sends these bytes and then closes the connection as if they were complete. */
async function serverThatSends(bytes: Buffer): Promise<void> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { [leftOutHeader]: '2', [lostHeader]: '1', 'content-type': 'application/zip' })
      .end(bytes)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  provideAccess({
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    token: async () => null,
    renewed: async () => null,
    userId: () => null,
  })
}

test('a package comes whole, with how many files found no room and how many are lost', async () => {
  const bytes = Buffer.concat([Buffer.from('all that is packed'), end])
  await serverThatSends(bytes)
  const { file, leftOut, lost } = await receivePackage()
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  expect([leftOut, lost]).toEqual([2, 1])
})

test.each([
  ['in the middle', Buffer.from('all that is pa')],
  ['at the very end', Buffer.concat([Buffer.from('all that is packed'), end.subarray(0, 21)])],
  ['before anything came', Buffer.alloc(0)],
])('a package that was cut %s is none to be saved', async (_where, bytes) => {
  await serverThatSends(bytes)
  const failure = await receivePackage().catch((error: unknown) => error)
  expect(situationOf(failure)).toBe('OFFLINE')
})
