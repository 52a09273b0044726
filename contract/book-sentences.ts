import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** A stretch of a recording that a sentence rests on, with the words that were said there when it was written. */
export const restingPlace = z.object({
  lineId: id,
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  text: z.string().max(limits.transcriptLineText),
})
export type RestingPlace = z.infer<typeof restingPlace>

/** A sentence that a text model wrote. It is kept only together with the places it rests on, all of them in one recording. */
export const writtenSentence = z.object({
  text: z.string().min(1).max(limits.writtenSentence),
  spans: z.array(restingPlace).min(1).max(limits.spansPerSentence),
})
export type WrittenSentence = z.infer<typeof writtenSentence>

/** Sentences that belong together, from one recording and in one voice. */
export const writtenParagraph = z.object({
  recordingId: id,
  /** Empty while the speaker has no name. */
  speaker: z.string().max(limits.speakerName),
  sentences: z.array(writtenSentence).min(1),
})
export type WrittenParagraph = z.infer<typeof writtenParagraph>
