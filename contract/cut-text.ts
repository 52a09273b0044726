/** The first characters of a text, `max` UTF-16 units at most, and never half of a sign at the end. */
export const cutText = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
