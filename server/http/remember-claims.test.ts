import { expect, test } from 'vitest'
import { rememberClaims } from './remember-claims.ts'

function verifier(expiresAt: number) {
  let clock = 0
  let checks = 0
  const verify = rememberClaims(
    async (token) => {
      checks += 1
      return token.startsWith('good') && clock < expiresAt * 1000 ? { sub: 'ana', exp: expiresAt } : null
    },
    () => clock,
  )
  const at = (seconds: number, token = 'good') => {
    clock = seconds * 1000
    return verify(token)
  }
  return { at, checks: () => checks }
}

test('a good token is checked once a minute', async () => {
  const { at, checks } = verifier(3600)
  const claims = await at(0)
  expect(await at(59)).toEqual(claims)
  expect(checks()).toBe(1)

  await at(61)
  expect(checks()).toBe(2)
})

test('a token is not remembered beyond its end', async () => {
  const { at } = verifier(30)
  expect(await at(29)).toEqual({ sub: 'ana', exp: 30 })
  expect(await at(31)).toBeNull()
})

test('a refused token is looked at each time', async () => {
  const { at, checks } = verifier(3600)
  expect(await at(0, 'bad')).toBeNull()
  expect(await at(1, 'bad')).toBeNull()
  expect(checks()).toBe(2)
})

test('of many tokens the one that was checked longest ago is forgotten, and no refused one pushes any out', async () => {
  const { at, checks } = verifier(3600)
  for (let number = 0; number < 5_000; number += 1) await at(0, `good ${number}`)
  for (let number = 0; number < 5_000; number += 1) await at(0, `bad ${number}`)
  const before = checks()
  await at(1, 'good 0')
  await at(1, 'good 4999')
  expect(checks()).toBe(before)

  await at(1, 'good 5000')
  await at(1, 'good 4999')
  expect(checks()).toBe(before + 1)
  await at(1, 'good 0')
  expect(checks()).toBe(before + 2)
})
