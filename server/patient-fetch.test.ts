import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { patientFetch } from './patient-fetch.ts'

const PIECE = Buffer.alloc(1_000_000, ' ')

test('an answer that does not end is given up, before it has taken all memory', async () => {
  let sent = 0
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    // Far above the limit, but finite, so that a caller without a limit ends too.
    while (sent < 400_000_000 && !response.destroyed) {
      sent += PIECE.length
      if (!response.write(PIECE)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  const answer = await patientFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow('does not end')
  expect(sent).toBeLessThan(100_000_000)
})

test('who waits is heard when they give up, also after memory was tidied', async () => {
  setFlagsFromString('--expose-gc')
  const tidy: () => void = runInNewContext('gc')
  const silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const waiting = new AbortController()
  const arrived = once(silent, 'request')

  const answer = patientFetch(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, {
    method: 'POST',
    body: 'a question',
    signal: waiting.signal,
  })
  answer.catch(() => undefined)
  await arrived
  // Collects garbage repeatedly, with a turn of the event loop between: finalisers only run afterwards.
  for (let times = 0; times < 3; times += 1) {
    tidy()
    await new Promise(setImmediate)
  }
  waiting.abort(new Error('enough'))

  await expect(answer).rejects.toThrow('enough')
})

test('a status that no fetch knows fails the request, not the process', async () => {
  const odd = createServer((_request, response) => void response.writeHead(999, 'Request denied').end('no'))
  odd.listen(0, '127.0.0.1')
  await once(odd, 'listening')
  onTestFinished(() => void odd.close())

  const answer = patientFetch(`http://127.0.0.1:${(odd.address() as AddressInfo).port}/`)

  await expect(answer).rejects.toThrow('fetch failed')
})
