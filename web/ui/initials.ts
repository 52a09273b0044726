/** The first letters of the first and last word of a name, or of an e-mail's local part: 'Anna Maria Koch' -> 'AK'. */
export function initials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter(Boolean)
  const first = words[0]
  if (!first) return '?'

  const last = words.length > 1 ? words[words.length - 1] : undefined
  const letters = [first, last].map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 63) : ''))
  return letters.join('').toUpperCase()
}
