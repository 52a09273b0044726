const LETTERS_MAX = 60

/**
 * The first words of a passage, at most 60 characters: the accessible name of its play
 * button. Cut between words, in scripts that separate them.
 */
export function firstWordsOf(text: string): string {
  const letters = [...text.trim()]
  if (letters.length <= LETTERS_MAX) return letters.join('')
  const opening = letters.slice(0, LETTERS_MAX + 1).join('')
  const [words] = opening.match(/^.*\S(?=\s)/su) ?? []
  return `${words ?? letters.slice(0, LETTERS_MAX).join('')} …`
}
