import type { ParentKind } from '#contract/family.ts'
import type { Sex } from '#contract/family-members.ts'

type Forms = readonly [female: string, male: string, neutral: string]
const pick = ([female, male, neutral]: Forms, sex: Sex): string => {
  if (sex === 'female') return female
  return sex === 'male' ? male : neutral
}

const parent: Forms = ['mother', 'father', 'parent']
const child: Forms = ['daughter', 'son', 'child']
const sibling: Forms = ['sister', 'brother', 'sibling']
const spouse: Forms = ['wife', 'husband', 'partner']
const partner: Forms = ['partner', 'partner', 'partner']
const ordinals = ['', '', 'second ', 'third ', 'fourth ', 'fifth ', 'sixth ', 'seventh ', 'eighth ']
const times = ['', 'once', 'twice', 'three times', 'four times', 'five times']

/** What distinguishes a line of descent from one by birth: adoptive, step, foster or half; null by birth. */
export type Nature = Extract<ParentKind, 'adoptive' | 'step' | 'foster'> | 'half' | null

/** The word for an ancestor `up` generations above: mother, great-grandfather. */
export function ancestorWord(up: number, sex: Sex, nature: Nature): string {
  return withNature(generations('grand', up, pick(parent, sex)), nature)
}

/** The word for a descendant `down` generations below: son, great-granddaughter. */
export function descendantWord(down: number, sex: Sex, nature: Nature): string {
  return withNature(generations('grand', down, pick(child, sex)), nature)
}

/** The word for a collateral relative: `up` generations to the nearest common ancestor, and `down` from there. */
export function collateralWord(up: number, down: number, sex: Sex, nature: Nature): string {
  if (up === 1 && down === 1) return withNature(pick(sibling, sex), nature)
  // English has no word for an aunt or uncle, or for a niece or nephew, of unknown sex; such a person is described through a parent
  // or sibling.
  if (down === 1) {
    const beside = `${ancestorWord(up - 1, 'unknown', null)}’s ${withNature('sibling', nature)}`
    const great = (word: string) => withNature(generations('great-', up - 1, word), nature)
    return pick([great('aunt'), great('uncle'), beside], sex)
  }
  if (up === 1) {
    const beside = `${withNature('sibling', nature)}’s ${descendantWord(down - 1, 'unknown', null)}`
    const great = (word: string) => withNature(generations('great-', down - 1, word), nature)
    return pick([great('niece'), great('nephew'), beside], sex)
  }
  const degree = Math.min(up, down) - 1
  return withNature(`${ordinals[degree] ?? counted(degree)}cousin`, nature)
}

/** A degree in figures: 9th, 11th, 21st. */
function counted(degree: number): string {
  const isTeen = degree % 100 >= 11 && degree % 100 <= 13
  const endings = isTeen ? [] : ['th', 'st', 'nd', 'rd']
  return `${degree}${endings[degree % 10] ?? 'th'} `
}

/** The genealogists' term for cousins of different generations: `second cousin once removed`. */
export function removedWord(up: number, down: number): string {
  const degree = Math.min(up, down) - 1
  const removed = Math.abs(up - down)
  const which = degree === 1 ? 'first ' : (ordinals[degree] ?? counted(degree))
  return `${which}cousin ${times[removed] ?? `${removed} times`} removed`
}

/** The word for a partner: husband, wife, partner; `former` after a divorce. */
export function partnerWord(kind: string, sex: Sex): string {
  if (kind === 'divorced') return `former ${pick(spouse, sex)}`
  if (kind === 'separated') return `separated ${pick(spouse, sex)}`
  if (kind === 'engaged') return pick(['fiancée', 'fiancé', 'fiancé(e)'], sex)
  return pick(kind === 'married' || kind === 'widowed' ? spouse : partner, sex)
}

export const inLaw = {
  parent: (sex: Sex) => `${pick(parent, sex)}-in-law`,
  child: (sex: Sex) => `${pick(child, sex)}-in-law`,
  sibling: (sex: Sex) => `${pick(sibling, sex)}-in-law`,
}

export const step = {
  parent: (sex: Sex) => withNature(pick(parent, sex), 'step'),
  child: (sex: Sex) => withNature(pick(child, sex), 'step'),
  sibling: (sex: Sex) => withNature(pick(sibling, sex), 'step'),
}

function withNature(word: string, nature: Nature): string {
  switch (nature) {
    case null:
      return word
    case 'adoptive':
    case 'foster':
      return `${nature} ${word}`
    case 'half':
      return `half-${word}`
    case 'step':
      return /grand|great|cousin/.test(word) ? `step-${word}` : `step${word}`
  }
}

/**
 * Counts generations in front of a word: 1 mother, 2 grandmother, 3 great-grandmother; with `great-`: 1 aunt, 2 great-aunt. More
 * than three greats are written as a number.
 */
function generations(prefix: 'grand' | 'great-', count: number, word: string): string {
  const base = prefix === 'grand' && count > 1 ? `grand${word}` : word
  const greats = prefix === 'grand' ? count - 2 : count - 1
  if (greats <= 0) return base
  return greats > 3 ? `${greats}× great-${base}` : `${'great-'.repeat(greats)}${base}`
}
