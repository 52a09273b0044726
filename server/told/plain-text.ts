/**
 * A model's text reduced to plain text: one line, no unpaired surrogates, no control or format characters, which would affect how
 * it is shown.
 */
export const plainText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[^\P{C}\u200c\u200d]/gu, '')
    .trim()
