import { expect, it } from 'vitest'
import { byOwnClock } from './own-clock.ts'

it('has the client reckon the end of a session by the device’s clock', async () => {
  const session = { access_token: 'a', expires_in: 3600, expires_at: 1_795_423_605 }
  const answer = await byOwnClock(Response.json(session, { headers: { 'x-kept': 'yes' } }))
  expect(await answer.json()).toEqual({ access_token: 'a', expires_in: 3600 })
  expect(answer.headers.get('x-kept')).toBe('yes')
})

it.each([
  ['a challenge, whose end nobody reckons', Response.json({ id: 'c', expires_at: 1_795_423_605 })],
  ['a refusal', Response.json({ expires_in: 1, expires_at: 1 }, { status: 400 })],
  ['what is not JSON', new Response('<html>')],
])('leaves %s as it is', async (_what, answer) => {
  expect(await byOwnClock(answer)).toBe(answer)
})
