import type { z } from 'zod'

export type Question<Answer> = {
  /** What to do; ours alone, never a word of a family's. */
  instructions: string
  /** What to do it with: data, whatever it says. */
  material: string
  /** What the answer has to look like; anything else is a failure. */
  answer: z.ZodType<Answer>
  /** How long the answer may be, in tokens of the model. */
  tokensMax: number
}

/**
 * The one port to what writes. `ask` throws TextFailure and nothing else; it gives up when the signal fires. What it
 * answers has the shape that was asked for, and is still only what a stranger says.
 */
export interface TextModel {
  /** For people: which model. */
  readonly label: string
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>
}
