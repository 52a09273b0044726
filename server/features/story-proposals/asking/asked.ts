/** What can be touched on, in the order in which it is asked about: the first that a sentence calls for is asked of it. */
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
 * What oral historians ask next, in one language: about feelings and people rather than facts, open, one thing at a time.
 * Whoever asks may be a grandchild, and whoever is asked a man or a woman: the wording fits both.
 */
export type Asking = {
  /** What was said, between the quotation marks of the language. */
  quoted: (said: string) => string
  about: (name: string) => string
  cues: Record<Topic, { said: RegExp; ask: string }>
}

/** One of some words, whole; `\b` knows no letters beyond English. */
export const anyOf = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')

/** One of some words in a sentence in which somebody speaks of themselves: what somebody else felt is not for them to explain. */
export const saidOfSelf = (self: string, words: string) =>
  new RegExp(`(?<!\\p{L})(?:${self})[^.!?]*(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')
