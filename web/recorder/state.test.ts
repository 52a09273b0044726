import { expect, it } from 'vitest'
import { nextState, type RecorderEvent, type RecorderState } from './state.ts'

function after(...events: RecorderEvent[]): RecorderState {
  return events.reduce(nextState, { name: 'idle' })
}

it('goes from recording through a pause to the end', () => {
  expect(after({ type: 'started' }, { type: 'paused' })).toEqual({ name: 'paused' })
  expect(after({ type: 'started' }, { type: 'paused' }, { type: 'resumed' }, { type: 'stopped' })).toEqual({
    name: 'stopping',
  })
})

it('is safe only after it was stopped and the server has verified it', () => {
  expect(after({ type: 'started' }, { type: 'verified' })).toEqual({ name: 'recording' })
  expect(after({ type: 'started' }, { type: 'stopped' }, { type: 'verified' })).toEqual({ name: 'safe' })
})

it('keeps the first reason of a failure, whatever is reported later', () => {
  const failed = after({ type: 'started' }, { type: 'failed', reason: 'device-lost' })

  expect(nextState(failed, { type: 'failed', reason: 'recorder-error' })).toEqual(failed)
  expect(nextState(failed, { type: 'stopped' })).toEqual(failed)
})

it('does not begin twice', () => {
  expect(after({ type: 'started' }, { type: 'stopped' }, { type: 'started' })).toEqual({ name: 'stopping' })
})
