import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { standStill } from '../testing/stand-still.ts'
import type { HttpEnv } from './http-env.ts'
import { readBody } from './request-body.ts'
import { endSilentBodies } from './silent-bodies.ts'

const app = new Hono<HttpEnv>()
  .put('/', async (c) => c.text(`took ${(await readBody(c, 1_000)).length}`))
  .get('/', async (c) => {
    await pause(1_500)
    return c.text('at last')
  })

// A body that was cut off concerns nobody any more.
app.onError((_, c) => c.body(null, 500))

async function opened() {
  const server = createServer(getRequestListener(app.fetch))
  endSilentBodies(server, 1_000)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, line: connect((server.address() as AddressInfo).port, '127.0.0.1') }
}
const connected = async () => (await opened()).line
const head = 'PUT / HTTP/1.1\r\nHost: kinora\r\nConnection: close\r\nContent-Length: 10\r\n\r\n'

test('a request whose body has ceased to come is refused, and its connection ends', async () => {
  const line = await connected()
  line.write(`${head}half`)

  expect(await text(line)).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that comes slowly is taken, and an answer that takes long is waited for', async () => {
  const slow = await connected()
  slow.write(head)
  const answered = text(slow)
  for (let count = 0; count < 10; count += 1) {
    await pause(200)
    slow.write('k')
  }
  expect(await answered).toContain('took 10')

  const patient = await connected()
  patient.write('GET / HTTP/1.1\r\nHost: kinora\r\nConnection: close\r\n\r\n')
  expect(await text(patient)).toContain('at last')
})

test('a body that went on while the server stood still has not ceased to come', async () => {
  const { server, line } = await opened()
  line.write(`${head}half `)
  const answered = text(line)
  await once(server, 'request')
  // Until then the server has read what came with the head.
  await new Promise(setImmediate)
  line.write('a')

  standStill(1_500)

  line.write('word')
  expect(await answered).toContain('took 10')
})
