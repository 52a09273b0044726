import { z } from 'zod'
import { limits } from '#contract/limits.ts'

// Google Cloud Speech-to-Text v1, following its REST reference. It has two callers: this server, with an operator's key, and a
// person's own browser, with an own key.

/** The body of `speech:recognize`: the sound as base64, at most 60 seconds and 10 MB of it. */
export const googleRequest = z.object({
  config: z.looseObject({ encoding: z.literal('WEBM_OPUS'), sampleRateHertz: z.literal(48_000) }),
  audio: z.object({ content: z.string() }),
})
export type GoogleRequest = z.infer<typeof googleRequest>

/**
 * A time offset, read as milliseconds. JSON has "1.300s"; the objects of older clients are understood too. An absent offset means
 * 0.
 */
const offset = z
  .union([
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,9})?s$/)
      .transform((text) => Number.parseFloat(text) * 1000),
    z
      .object({ seconds: z.coerce.number().default(0), nanos: z.number().default(0) })
      .transform(({ seconds, nanos }) => seconds * 1000 + nanos / 1e6),
  ])
  .default(0)
const alternative = z.object({
  transcript: z.string().max(limits.googleTranscript).default(''),
  confidence: z.number().default(0),
  words: z
    .array(
      z.object({
        word: z.string(),
        startTime: offset,
        endTime: offset,
        confidence: z.number().default(0),
        speakerTag: z.int().min(0).max(limits.googleSpeakerTag).default(0),
      }),
    )
    .max(limits.googleWords)
    .default([]),
})
export type GoogleAlternative = z.infer<typeof alternative>

/** The answer: results in order; empty where nobody spoke. */
export const googleAnswer = z.object({
  results: z
    .array(
      z.object({
        alternatives: z.array(alternative).max(limits.googleAlternatives).default([]),
        languageCode: z.string().max(limits.shortText).optional(),
      }),
    )
    .max(limits.googleResults)
    .default([]),
})
export type GoogleAnswer = z.infer<typeof googleAnswer>
/** The answer as it was received, before its offsets were parsed. */
export type GoogleAnswerSent = z.input<typeof googleAnswer>
