import { expect, it } from 'vitest'
import { recordingFormat } from './media-capture.ts'

it('records in nothing where the browser has no recorder', () => {
  // Nor has Node.
  expect('MediaRecorder' in globalThis).toBe(false)
  expect([recordingFormat('video'), recordingFormat('audio')]).toEqual([null, null])
})
