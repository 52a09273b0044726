import { z } from 'zod'
import { procedure } from '#contract/procedure.ts'

/** Who does what with words on this server, by name; null where nobody does. */
export const engines = z.object({
  /** What turns speech into words. */
  listens: z.string().nullable(),
  /** Whether recordings can be cut for it: this server has ffmpeg. Without that nothing is heard, by no key either. */
  canCut: z.boolean(),
  /** What writes summaries and finds what was misheard; without it, simpler means of this server do. */
  writes: z.string().nullable(),
  /** What draws pictures for books when somebody asks for one. */
  draws: z.string().nullable(),
})

export const enginesContract = {
  get: procedure
    .route({ method: 'GET', path: '/engines', summary: 'What listens and what writes on this server' })
    .output(engines),
}
