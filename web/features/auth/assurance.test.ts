import type { User } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import { lacksSecondFactor } from './assurance.ts'

const tokenOf = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

const userWith = (...statuses: ('verified' | 'unverified')[]) =>
  ({ factors: statuses.map((status) => ({ status })) }) as unknown as User

it('asks for the second factor where the token says that it is missing', () => {
  const access_token = tokenOf({ aal: 'aal1', aal_required: 'aal2' })
  expect(lacksSecondFactor({ access_token, user: userWith() })).toBe(true)
})

it('asks for it as well where only the person’s factors say so', () => {
  const access_token = tokenOf({ aal: 'aal1' })
  expect(lacksSecondFactor({ access_token, user: userWith('verified') })).toBe(true)
  expect(lacksSecondFactor({ access_token, user: userWith('unverified') })).toBe(false)
})

it('asks nobody again who has used it, and nobody who has none', () => {
  expect(lacksSecondFactor({ access_token: tokenOf({ aal: 'aal2' }), user: userWith('verified') })).toBe(
    false,
  )
  expect(lacksSecondFactor({ access_token: tokenOf({ aal: 'aal1' }), user: userWith() })).toBe(false)
})

it('takes a token that is none for one that claims nothing', () => {
  expect(lacksSecondFactor({ access_token: 'worn out', user: userWith() })).toBe(false)
})
