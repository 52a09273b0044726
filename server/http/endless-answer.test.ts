import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { endlessAnswer, endlessAnswers, type Line } from './endless-answer.ts'
import type { HttpEnv } from './http-env.ts'

const ASK = 'GET /endless HTTP/1.1\r\nHost: kinora\r\n\r\n'

test('the answer has the head that all others have a say in, and goes on until its line ends', async () => {
  const { send, lines } = await startServer()
  const client = send(ASK)
  await heard(client, /said$/)

  lines[0]?.write(' and said again')
  lines[0]?.destroySoon()

  const answer = await heard(client, 'the end')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/\r\ncontent-type: text\/plain\r\n/i)
  expect(answer).toMatch(/\r\nx-of-all: yes\r\n/i)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).not.toMatch(/\r\ntransfer-encoding/i)
  expect(answer).toMatch(/\r\n\r\nsaid and said again$/)
})

test('HTTP keeps nothing of a connection whose answer goes on', async () => {
  const { server, send, lines } = await startServer()
  const client = send(ASK)
  await heard(client, /said$/)

  expect(lines[0]).toHaveProperty('parser', null)
  // Closes only the connections that the HTTP server still tracks, so not this one.
  server.closeAllConnections()
  lines[0]?.write(' and said again')

  await heard(client, /said and said again$/)
})

test('whoever closes their side has gone', async () => {
  const { send, lines } = await startServer()
  const client = send(ASK)
  await heard(client, /said$/)

  client.end()

  await once(lines[0] as Line, 'close')
})

test('whoever goes disturbs nobody who has got the parser since', async () => {
  const { send, lines } = await startServer()
  const first = send(ASK)
  await heard(first, /said$/)
  const second = send(ASK)
  await heard(second, /said$/)
  const third = send('GET /endless HTTP/1.1\r\nHost: ')
  const fourth = send(ASK)
  await heard(fourth, /said$/)

  first.end()
  second.end()
  await once(lines[0] as Line, 'close')
  third.write('kinora\r\n\r\n')

  await heard(third, /said$/)
})

test('a request with a body is answered once that has come, and what comes later is not a request', async () => {
  const { send, lines, asked } = await startServer()
  const client = send('POST /endless HTTP/1.1\r\nHost: kinora\r\nContent-Length: 4\r\n\r\nab')
  await expect.poll(() => asked.length).toBe(1)
  expect(lines).toEqual([])

  client.write('cd')
  await heard(client, /said$/)
  client.write(ASK)
  lines[0]?.write(' and said again')

  await heard(client, /said and said again$/)
  expect(asked).toEqual(['/endless'])
})

test('one that was asked for before the answer in front of it was there waits for its turn', async () => {
  const { send } = await startServer()
  const client = send(`GET /first HTTP/1.1\r\nHost: kinora\r\n\r\n${ASK}`)

  expect(await heard(client, /said$/)).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nthe firstHTTP\/1\.1 200 OK\r\n/,
  )
})

test('whoever goes before their request is whole leaves nothing behind', async () => {
  const { send, lines, asked } = await startServer()
  const client = send('POST /endless HTTP/1.1\r\nHost: kinora\r\nContent-Length: 4\r\n\r\nab')
  await expect.poll(() => asked.length).toBe(1)

  client.destroy()
  const next = send(ASK)

  await heard(next, /said$/)
  expect(lines).toHaveLength(1)
})

/** Starts a server on a real socket whose endless response begins with “said”. */
async function startServer() {
  const lines: Line[] = []
  const asked: string[] = []
  const first = Promise.withResolvers<void>()
  const app = new Hono<HttpEnv>()
  app.use(endlessAnswers)
  app.use(async (c, next) => {
    asked.push(c.req.path)
    await next()
    c.header('X-Of-All', 'yes')
  })
  app.get('/first', async (c) => {
    await first.promise
    return c.text('the first')
  })
  app.on(['GET', 'POST'], '/endless', (c) => {
    // The first response is held back until the endless one waits for nothing but its socket.
    c.env.incoming?.once('close', () => setImmediate(first.resolve))
    return endlessAnswer(c, 'text/plain', (line) => {
      lines.push(line)
      line.write('said')
    })
  })

  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const send = (text: string): Socket => {
    const client = connect({ port, host: '127.0.0.1' }).setEncoding('utf8')
    onTestFinished(() => void client.destroy())
    client.write(text)
    return client
  }
  return { server, send, lines, asked }
}

const heardBy = new WeakMap<Socket, { text: string; isOver: boolean }>()

/** Resolves with everything received so far, as soon as it matches `until`. */
async function heard(client: Socket, until: RegExp | 'the end'): Promise<string> {
  const sofar = heardBy.get(client) ?? { text: '', isOver: false }
  if (!heardBy.has(client)) {
    heardBy.set(client, sofar)
    client.on('data', (text) => {
      sofar.text += text
    })
    client.on('close', () => {
      sofar.isOver = true
    })
  }
  await expect.poll(() => (until === 'the end' ? sofar.isOver : until.test(sofar.text))).toBe(true)
  return sofar.text
}
