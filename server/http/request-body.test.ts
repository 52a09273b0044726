import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { serveOnLoopback } from '../testing/loopback.ts'
import type { HttpEnv } from './http-env.ts'
import { bodyOf, giveBack } from './request-body.ts'

const sent = Buffer.alloc(300_000, 'k')

const lengthOf = (pieces: Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0)

/** Tells how many bytes came in all, and how many are still held once they were given back. */
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
