import type { ZodType } from 'zod'

/** The contract's rule for a text: the schema with which the server checks it. */
export type Rule = ZodType<unknown, string | undefined>

export type Problem = { sentence: string; isTooLong: boolean }

/** What is wrong with a text by its rule, in the contract's own sentence; undefined when nothing is. */
export function problemOf(rule: Rule, text: string): Problem | undefined {
  const issue = rule.safeParse(text).error?.issues[0]
  return issue && { sentence: issue.message, isTooLong: issue.code === 'too_big' }
}
