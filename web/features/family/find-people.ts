/** Somebody to be found: what they are called, what they were called, and what tells them from namesakes. */
export type Findable = { id: string; name: string; otherNames: string; detail: string }

const SHOWN = 8

/**
 * The people whose names have every entered word in them, the first eight: those with whole words of that spelling before those
 * with words that begin so, and both before the rest. However many an Anna and a Joanne there are, "Ann" is found.
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

/** 0 for whole words, 1 for beginnings, 2 for words that are somewhere in it; null where one is not. */
function rankOf(name: string, words: string[]): 0 | 1 | 2 | null {
  if (!words.every((word) => name.includes(word))) return null
  const parts = name.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => parts.includes(word))) return 0
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}

/** Without accents and capitals, and with the apostrophe that keyboards have. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘ʼ]/g, "'").toLowerCase()
