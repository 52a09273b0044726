import type { RecordingFailureReason } from './failures.ts'

/**
 * One run of the recorder. `safe`: the server has re-read every byte and the hashes agree. `failed`: capturing or
 * keeping went wrong; what was captured until then stays in the spool and still goes to the server.
 */
export type RecorderState =
  | { name: 'idle' }
  | { name: 'recording' }
  | { name: 'paused' }
  | { name: 'stopping' }
  | { name: 'safe' }
  | { name: 'failed'; reason: RecordingFailureReason }

export type RecorderEvent =
  | { type: 'started' }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'stopped' }
  | { type: 'verified' }
  | { type: 'failed'; reason: RecordingFailureReason }

/** The state after an event. An event that does not apply in a state leaves it unchanged, because devices report late and twice. */
export function nextState(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'started':
      return state.name === 'idle' ? { name: 'recording' } : state
    case 'paused':
      return state.name === 'recording' ? { name: 'paused' } : state
    case 'resumed':
      return state.name === 'paused' ? { name: 'recording' } : state
    case 'stopped':
      return isCapturing(state) ? { name: 'stopping' } : state
    case 'verified':
      return state.name === 'stopping' ? { name: 'safe' } : state
    case 'failed':
      return state.name === 'safe' || state.name === 'failed'
        ? state
        : { name: 'failed', reason: event.reason }
  }
}

/** Whether the run is under way: the person may pause, resume or stop. */
export function isCapturing(state: RecorderState): boolean {
  return state.name === 'recording' || state.name === 'paused'
}
