import { limits } from '#contract/limits.ts'

const number = (value: number) => new Intl.NumberFormat('en-US').format(value)

/** What to tell somebody whose comment is longer than a comment can be; undefined while it is not. */
export function tooLong(text: string): string | undefined {
  const { length } = text.trim()
  if (length <= limits.commentText) return undefined
  return `A comment can have ${number(limits.commentText)} characters, and this has ${number(length)}. Nothing of it is lost: please shorten it, or say it in several comments.`
}
