import { z } from 'zod'
import { procedure } from '#contract/procedure.ts'

/** The names of the speech engine and the models of this server; null where one is not set up. */
export const engines = z.object({
  /** What turns speech into words. */
  listens: z.string().nullable(),
  /**
   * Whether this server has ffmpeg, without which it cannot cut recordings into pieces. Then nothing is transcribed, not even with
   * an own key.
   */
  canCut: z.boolean(),
  /** The text model, which writes summaries and finds misheard words; without it, simpler methods on this server do. */
  writes: z.string().nullable(),
  /** The model that draws pictures for books, on request. */
  draws: z.string().nullable(),
})

export const enginesContract = {
  get: procedure
    .route({ method: 'GET', path: '/engines', summary: 'What listens and what writes on this server' })
    .output(engines),
}
