import { expect, it } from 'vitest'
import { rewordingOf } from './own-rewording.ts'

const begun = 'We danced.'

it('replaces the text with which the rewording began', () => {
  const rewording = { begun, now: begun, typed: 'We sang.', sent: [] }
  expect(rewordingOf(rewording)).toEqual({ was: begun, isOther: false })
})

it('knows a text that somebody else wrote meanwhile, unless it says the same', () => {
  const rewording = { begun, now: 'We slept.', sent: [] }
  expect(rewordingOf({ ...rewording, typed: 'We sang.' }).isOther).toBe(true)
  expect(rewordingOf({ ...rewording, typed: 'We slept.' }).isOther).toBe(false)
})

it('takes what was sent from here, and whose answer was lost, for nobody else’s', () => {
  const rewording = { begun, typed: 'We sang all night.', sent: ['We sang.'] }
  expect(rewordingOf({ ...rewording, now: 'We sang.' })).toEqual({ was: 'We sang.', isOther: false })
  expect(rewordingOf({ ...rewording, now: 'We slept.' }).isOther).toBe(true)
})
