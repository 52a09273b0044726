import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'

const story = { storyId: id, title: z.string() }

/** Something that was begun and can be continued. */
export const waitingThing = z.discriminatedUnion('kind', [
  /** The question of this week's mail, while it is unanswered. */
  z.object({ kind: z.literal('question'), promptId: id, text: z.string() }),
  /** A recording that has received nothing for a while; the rest is on the device that made it. */
  z.object({ kind: z.literal('recording'), ...story, startedAt: instant }),
  /** A partially uploaded file. */
  z.object({
    kind: z.literal('upload'),
    ...story,
    fileName: z.string(),
    receivedBytes: z.number(),
    sizeBytes: z.number(),
  }),
  /** A transcript with suggestions that await a decision. */
  z.object({ kind: z.literal('suggestions'), ...story, count: z.int().positive() }),
  /** A story with proposals that await a decision. */
  z.object({ kind: z.literal('proposals'), ...story, count: z.int().positive() }),
])
export type WaitingThing = z.infer<typeof waitingThing>
