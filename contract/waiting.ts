import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'

const story = { storyId: id, title: z.string() }

/** Something that was begun and waits for somebody to go on with it. */
export const waitingThing = z.discriminatedUnion('kind', [
  /** The question of this week's mail, while it has not been asked. */
  z.object({ kind: z.literal('question'), promptId: id, text: z.string() }),
  /** A recording of which nothing has come for a while: the rest is on the device that made it. */
  z.object({ kind: z.literal('recording'), ...story, startedAt: instant }),
  /** A file that came half. */
  z.object({
    kind: z.literal('upload'),
    ...story,
    fileName: z.string(),
    receivedBytes: z.number(),
    sizeBytes: z.number(),
  }),
  /** A transcript in which something looks wrong. */
  z.object({ kind: z.literal('suggestions'), ...story, count: z.int().positive() }),
  /** What a story seems to be about, and nobody has decided. */
  z.object({ kind: z.literal('proposals'), ...story, count: z.int().positive() }),
])
export type WaitingThing = z.infer<typeof waitingThing>
