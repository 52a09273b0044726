/** What a model wrote as text and nothing else: one line, no half signs, none that steer what shows them. */
export const plainText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[^\P{C}\u200c\u200d]/gu, '')
    .trim()
