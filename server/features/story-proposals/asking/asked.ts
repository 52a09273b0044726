/** The topics of the questions, in order of preference: a sentence that touches on several is asked about the first. */
export const topics = [
  'died',
  'married',
  'left',
  'war',
  'kept',
  'born',
  'school',
  'work',
  'felt',
  'place',
  'parents',
  'somebody',
] as const
export type Topic = (typeof topics)[number]

/**
 * What oral historians ask next, in one language: open questions about feelings and people rather than facts, one thing at a
 * time. The wording fits a grandchild who asks, and a man as well as a woman who is asked.
 */
export type Asking = {
  /** What was said, between the quotation marks of the language. */
  quoted: (said: string) => string
  about: (name: string) => string
  cues: Record<Topic, { said: RegExp; ask: string }>
}

/** Matches any of some words, separated by `|`, as a whole word. Without `\b`, which knows only English letters. */
export const anyOf = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')

/** The same, but only in a sentence in which people speak of themselves, because they cannot explain what others felt. */
export const saidOfSelf = (self: string, words: string) =>
  new RegExp(`(?<!\\p{L})(?:${self})[^.!?]*(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')
