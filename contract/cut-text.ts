/** The first characters of a text: at most `max` UTF-16 units, without a lone surrogate at the end. */
export const cutText = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
