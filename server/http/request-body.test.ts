import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { declaredFailure } from '../errors.ts'
import { serveOnLoopback } from '../testing/loopback.ts'
import type { HttpEnv } from './http-env.ts'
import { bodyOf, giveBack, readBody } from './request-body.ts'

const sent = Buffer.alloc(300_000, 'k')

const lengthOf = (pieces: Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0)

/** Responds with the number of bytes received, and the number still held after `giveBack`. */
const app = new Hono<HttpEnv>().post('/', async (c) => {
  const pieces: Uint8Array[] = []
  for await (const piece of bodyOf(c)) pieces.push(piece)
  const [came, first] = [lengthOf(pieces), pieces[0]?.[0]]
  giveBack(c, pieces)
  return c.json({ came, first, held: lengthOf(pieces) })
})

const url = await serveOnLoopback(app)

test('what came over a socket is given back', async () => {
  const answer = await fetch(url, { method: 'POST', body: sent })
  expect(await answer.json()).toEqual({ came: sent.length, first: 'k'.charCodeAt(0), held: 0 })
})

test('what was never on a socket stays with whoever sent it', async () => {
  const answer = await app.request('/', { method: 'POST', body: sent })
  expect(await answer.json()).toMatchObject({ came: sent.length, held: sent.length })
  expect(sent.length).toBe(300_000)
})

test('a body is read up to its limit, and one byte more is refused, whether or not its length was said', async () => {
  const most = 100_000
  const limited = new Hono<HttpEnv>().post('/', async (c) => c.text(String((await readBody(c, most)).length)))
  limited.onError((error, c) => c.text(declaredFailure(error)?.code ?? 'another failure'))
  const address = await serveOnLoopback(limited)
  const send = async (size: number, isLengthSaid: boolean) => {
    const bytes = Buffer.alloc(size, 'k')
    const streamed = { body: new Blob([bytes]).stream(), duplex: 'half' }
    return (await fetch(address, { method: 'POST', ...(isLengthSaid ? { body: bytes } : streamed) })).text()
  }

  for (const isLengthSaid of [true, false]) {
    expect(await send(most, isLengthSaid)).toBe(String(most))
    expect(await send(most + 1, isLengthSaid)).toBe('PAYLOAD_TOO_LARGE')
  }
})
