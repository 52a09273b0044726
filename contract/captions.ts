import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'
import { transcriptFailures } from '#contract/transcripts.ts'

/** What this Kinora's engine heard just now in a recording under way: to read along, never the transcript. */
export const captionNews = z.object({
  recordingId: id,
  /** Of the recording. */
  startMs: z.int().nonnegative(),
  text: z.string(),
  /** Why nothing more is heard of this recording until it is asked for anew; null while all is well. */
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
        /** False where it is not to be transcribed, is over, or is kept in a form that is only heard whole. */
        isListening: z.boolean(),
      }),
    )
    .errors(errors('NOT_FOUND', 'SPEECH_NOT_SET_UP')),
}
