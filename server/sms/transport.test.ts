import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createSmsTransport } from './transport.ts'

const message = { to: '491701234567', text: 'Your "code"\\ is 123456 & more' }

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** Starts a local provider of text messages that responds with the given status. */
async function startProvider(status = 200) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(status, { location: '/elsewhere' }).end(`said: ${body}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const send = (url: string, headers: Record<string, string>, body: string) =>
  createSmsTransport({ provider: { url, headers, body }, outbox: '/nowhere' }).deliver(message)

it('calls a provider that speaks JSON', async () => {
  const { url, received } = await startProvider()

  await send(`${url}/send`, { authorization: 'Bearer key' }, '{"to":"{{to}}","body":"{{text}}","from":"Us"}')

  expect(received).toHaveLength(1)
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer key',
    'content-type': 'application/json',
  })
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({ to: '+491701234567', body: message.text, from: 'Us' })
})

it('calls a provider that wants a form, or the number in its address', async () => {
  const { url, received } = await startProvider()
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

  await send(`${url}/to/{{to}}`, form, 'To={{to}}&Body={{text}}')

  expect(received[0]?.path).toBe('/to/%2B491701234567')
  expect(received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const fields = Object.fromEntries(new URLSearchParams(received[0]?.body))
  expect(fields).toEqual({ To: '+491701234567', Body: message.text })
})

it.each([400, 500, 302])(
  'fails when the provider answers %i, and repeats nothing of the message',
  async (status) => {
    const { url } = await startProvider(status)

    const failure = await send(url, {}, '{"text":"{{text}}"}').catch((error: Error) => String(error))

    expect(failure).toBeTruthy()
    expect(failure).not.toContain('123456')
  },
)

it.each(['http://127.0.0.1:1/{{text}}', 'http://127.0.0.1:{{text}}/'])(
  'repeats nothing of the message when %s is not reached',
  async (url) => {
    const failure = await send(url, {}, '{{text}}').catch((error: Error) => error)

    expect(failure).toBeInstanceOf(Error)
    expect(inspect(failure, { depth: 5 })).toContain('not reached')
    expect(inspect(failure, { depth: 5 })).not.toContain('123456')
  },
)

it('writes a file without a provider, which only we can read', async () => {
  const outbox = mkdtempSync(join(tmpdir(), 'kinora-sms-'))
  onTestFinished(() => rmSync(outbox, { recursive: true }))

  await createSmsTransport({ provider: undefined, outbox }).deliver(message)

  const [name = ''] = readdirSync(outbox)
  expect(name).toMatch(/^\d{4}-.*\.txt$/)
  expect(readFileSync(join(outbox, name), 'utf8')).toBe(`To: +491701234567\n\n${message.text}\n`)
  expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600)
})
