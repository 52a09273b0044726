import type { z } from 'zod'

export type Question<Answer> = {
  /** The instructions to the model. They are ours alone and never contain a word of a family's. */
  instructions: string
  /** The text to work on. The model is to treat it as data, whatever it says. */
  material: string
  /** The shape of the answer; any other answer is a failure, so that `listOf` only leaves out odd items. */
  answer: z.ZodType<Answer>
  /** The maximum length of the answer, in tokens of the model. */
  tokensMax: number
}

/**
 * The only port to a model that writes. `ask` throws TextFailure and nothing else; it stops when the signal fires. The answer has
 * the requested shape, but its content is to be trusted no more than that of any stranger.
 */
export interface TextModel {
  /** For people to read: the name of the model. */
  readonly label: string
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>
}
