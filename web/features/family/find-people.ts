/** A person that can be found: their name, former names, and a detail that tells them apart from namesakes. */
export type Findable = { id: string; name: string; otherNames: string; detail: string }

const SHOWN = 8

/**
 * The first eight people whose names contain every entered word. Whole-word matches come first, then matches at the beginning of a
 * word, then the rest: so "Ann" is found, however many people are called Anna or Joanne.
 */
export function findPeople(people: readonly Findable[], entered: string): Findable[] {
  const words = plain(entered).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []

  const found: Findable[][] = [[], [], []]
  for (const person of people) {
    const rank = rankOf(plain(`${person.name} ${person.otherNames}`), words)
    if (rank !== null) found[rank]?.push(person)
    if (found[0]?.length === SHOWN) break
  }
  return found.flat().slice(0, SHOWN)
}

/** 0 if all words match whole words, 1 for beginnings of words, 2 for matches within words; null if any word does not match. */
function rankOf(name: string, words: string[]): 0 | 1 | 2 | null {
  if (!words.every((word) => name.includes(word))) return null
  const parts = name.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => parts.includes(word))) return 0
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}

/** Without accents, in lower case, and with typographic apostrophes replaced by the one on keyboards. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘ʼ]/g, "'").toLowerCase()
