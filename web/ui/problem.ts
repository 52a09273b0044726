import type { ZodType } from 'zod'

/** What the contract asks of a text: the schema that the server checks it with. */
export type Rule = ZodType<unknown, string | undefined>

export type Problem = { sentence: string; isTooLong: boolean }

/** What is wrong with a text by the contract, in the contract's own sentence; undefined when nothing is. */
export function problemOf(rule: Rule, text: string): Problem | undefined {
  const issue = rule.safeParse(text).error?.issues[0]
  return issue && { sentence: issue.message, isTooLong: issue.code === 'too_big' }
}
