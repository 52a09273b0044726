/** A person that can be found: their name, former names, and a detail that tells them apart from namesakes. */
export type Findable = { id: string; name: string; otherNames: string; detail: string }

const SHOWN = 8

/** The people to show, and the number of further ones. */
export type Found = { shown: Findable[]; more: number }

/**
 * The first eight people whose names contain every entered word; a number may also be of a year of their lives, by which namesakes
 * are told apart. Whole-word matches come first, then matches at the beginning of a word, then the rest: so "Ann" is found, however
 * many people are called Anna or Joanne.
 */
export function findPeople(people: readonly Findable[], entered: string): Found {
  const words = plain(entered)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return { shown: [], more: 0 }

  const found: Findable[][] = [[], [], []]
  for (const person of people) {
    const rank = rankOf(person, words)
    if (rank !== null) found[rank]?.push(person)
  }
  const all = found.flat()
  return { shown: all.slice(0, SHOWN), more: Math.max(0, all.length - SHOWN) }
}

/** 0 if all words match whole words, 1 for beginnings of words, 2 for matches within words; null if any word does not match. */
function rankOf({ name, otherNames, detail }: Findable, words: string[]): 0 | 1 | 2 | null {
  const text = `${plain(`${name} ${otherNames}`)} ${(detail.match(/\d+/g) ?? []).join(' ')}`
  if (!words.every((word) => text.includes(word))) return null
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => parts.includes(word))) return 0
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}

/** Letters that no accent makes, so that taking accents away leaves them. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Without accents, in lower case, and with typographic apostrophes replaced by the one on keyboards. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .toLowerCase()
    .replace(/[łøđðħıßæœ]/g, (letter) => plainLetters[letter] ?? letter)
