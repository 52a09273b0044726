import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { googleAnswer, googleRequest } from '#contract/google-speech.ts'
import { procedure } from '#contract/procedure.ts'
import { type TranscriptFailure, transcript } from '#contract/transcripts.ts'

/*
 * Transcription with a person's own Google key. The key exists only in their browser, which sends Google the requests that this
 * server prepares and returns Google's answers. The server checks those like the answers of its own engine.
 */

/** Why a browser could not have a piece transcribed. */
export const ownKeyFailures = [
  'UNREACHABLE',
  'TIMED_OUT',
  'RATE_LIMITED',
  'ENGINE_FAILED',
  'NONSENSE',
  'KEY_REFUSED',
  'QUOTA_USED_UP',
  'REQUEST_REFUSED',
] as const satisfies readonly TranscriptFailure[]
export type OwnKeyFailure = (typeof ownKeyFailures)[number]

/**
 * The browser's next step. cutting: ask again in a moment. ask: send `request` to Google. over: nothing (more) to ask; the
 * transcript says why.
 */
export const ownKeyStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('cutting') }),
  z.object({ step: z.literal('ask'), index: z.int().nonnegative(), request: googleRequest }),
  z.object({ step: z.literal('over') }),
])
export type OwnKeyStep = z.infer<typeof ownKeyStep>

const path = '/recordings/{id}/transcript/own-key' as const
const recordingId = z.object({ id })

export const ownKeyContract = {
  /** Continues where an earlier run stopped. Two browsers may work at it at the same time: each piece is kept once. */
  begin: procedure
    .route({ method: 'POST', path, summary: 'Have a recording heard with a key that stays in the browser' })
    .input(recordingId)
    .output(transcript)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'RECORDING_INCOMPLETE')),
  /** One piece at a time, over all recordings that one person has transcribed with a key. */
  next: procedure
    .route({ method: 'POST', path: `${path}/next`, summary: 'What the browser is to ask Google next' })
    .input(recordingId)
    .output(ownKeyStep)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_REQUESTS')),
  hear: procedure
    .route({ method: 'POST', path: `${path}/pieces/{index}`, summary: 'What Google answered of a piece' })
    .input(z.object({ id, index: z.coerce.number().int().nonnegative(), answer: googleAnswer }))
    .output(transcript)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST')),
  giveUp: procedure
    .route({ method: 'POST', path: `${path}/failure`, summary: 'Why the browser does not go on' })
    .input(z.object({ id, failure: z.enum(ownKeyFailures) }))
    .output(transcript)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
}
