import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'
import { transcriptFailures } from '#contract/transcripts.ts'

/** What this Kinora's engine just heard in a running recording: text to read along, never part of the transcript. */
export const captionNews = z.object({
  recordingId: id,
  /** Milliseconds from the start of the recording. */
  startMs: z.int().nonnegative(),
  text: z.string(),
  /** Why the engine stopped listening to this recording, until captions are requested again; null while it listens. */
  trouble: z.enum(transcriptFailures).nullable(),
})
export type CaptionNews = z.infer<typeof captionNews>

export const captionsContract = {
  listen: procedure
    .route({
      method: 'POST',
      path: '/recordings/{id}/captions',
      summary: 'Have the newest seconds of a recording under way heard; the words come by the live stream',
    })
    .input(z.object({ id }))
    .output(
      z.object({
        /** False if the recording is not to be transcribed, is over, or is in a format that can only be decoded as a whole. */
        isListening: z.boolean(),
      }),
    )
    .errors(errors('NOT_FOUND', 'SPEECH_NOT_SET_UP')),
}
