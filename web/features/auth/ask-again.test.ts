import { AuthClient } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import { askAgain } from './ask-again.ts'

const session = {
  access_token: 'a.b.c',
  refresh_token: 'first',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: '6f2f9f0e-1111-4222-8333-444455556666', aud: 'authenticated' },
}

const inThePlaceOf = (status: number) =>
  new Response('404 page not found', { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

it.each([
  [
    'a refresh waits too long for another',
    Response.json(
      { code: 409, error_code: 'conflict', msg: 'Too many concurrent requests' },
      { status: 409 },
    ),
  ],
  ['a proxy knows of no server just now', inThePlaceOf(404)],
  ['something before the server lets nobody through', inThePlaceOf(403)],
])('keeps a session that has run out where %s, and asks once more', async (_what, first) => {
  const kept = new Map([['session', JSON.stringify({ ...session, expires_at: 1 })]])
  const answers = [first, Response.json({ ...session, refresh_token: 'second' })]
  const client = new AuthClient({
    url: 'https://kinora.example/auth/v1',
    storageKey: 'session',
    persistSession: true,
    autoRefreshToken: false,
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, text) => void kept.set(name, text),
      removeItem: (name) => void kept.delete(name),
    },
    fetch: async () => askAgain(answers.shift() ?? Response.error()),
  })

  const { data } = await client.getSession()
  expect(data.session?.refresh_token).toBe('second')
})

it('leaves every other answer as it is', () => {
  for (const status of [200, 400, 422, 500]) {
    const answer = Response.json({}, { status })
    expect(askAgain(answer)).toBe(answer)
  }
  const empty = new Response(null, { status: 204 })
  expect(askAgain(empty)).toBe(empty)
})
