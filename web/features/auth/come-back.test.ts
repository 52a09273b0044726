import { expect, it } from 'vitest'
import { readComeBack } from './come-back.ts'

const at = (rest: string) => readComeBack(new URL(`https://kinora.example/auth/return${rest}`))

it('takes the code of somebody who signed in there', () => {
  expect(at('?for=log-in&code=abc')).toEqual({ why: 'log-in', code: 'abc', flow: null, problem: null })
  expect(at('?for=link&code=abc').why).toBe('link')
})

it('takes the name of the visit that is over, by which two tabs are told apart', () => {
  expect(at('?for=log-in&sb_flow_id=0123abcd&code=abc')).toMatchObject({ code: 'abc', flow: '0123abcd' })
})

it.each([
  '?error=access_denied&error_description=The+user+denied',
  '#error=access_denied&error_code=access_denied&error_description=The+user+denied',
])('says in a plain sentence that somebody turned back: %s', (rest) => {
  expect(at(rest)).toMatchObject({
    code: null,
    problem: 'You did not finish there, so nothing has changed.',
  })
})

it('prefers the finer code over the name of the error', () => {
  const { problem } = at('?error=invalid_request&error_code=bad_oauth_state&error_description=x')
  expect(problem).toContain('Please start again')
})

it('shows what the service said where there is no sentence of ours', () => {
  expect(at('?error=odd&error_code=odder&error_description=The+moon+is+full').problem).toBe(
    'The moon is full',
  )
})

it('never takes tokens from the address, nor an error together with a code', () => {
  expect(at('#access_token=x&refresh_token=y').code).toBeNull()
  expect(at('?code=abc&error=access_denied').code).toBeNull()
})
