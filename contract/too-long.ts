const inWords = new Intl.NumberFormat('en-US')

const sentence = (max: number, length: number) =>
  `No more than ${inWords.format(max)} characters fit here, and there are ${inWords.format(length)}. Nothing of it is lost: please shorten it.`

/**
 * The error message for a text that, once trimmed, is longer than `max` UTF-16 units; undefined if it is not. The schemas give the
 * same message; this is for pages that would load zod for nothing else.
 */
export function tooLong(max: number, text: string): string | undefined {
  const { length } = text.trim()
  return length > max ? sentence(max, length) : undefined
}
