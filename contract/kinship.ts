import type { FamilyConnection } from '#contract/family.ts'
import type { Sex } from '#contract/family-members.ts'
import {
  ancestorWord,
  collateralWord,
  descendantWord,
  inLaw,
  type Nature,
  partnerWord,
  removedWord,
  step,
} from '#contract/kinship-words.ts'
import type { Relationship } from '#contract/relationships.ts'

export type KinPerson = { id: string; sex: Sex }
export type LabelledKin = { id: string; relationship: Relationship }
export type KinLine = Pick<FamilyConnection, 'type' | 'kind' | 'fromId' | 'toId'>

type Tie = { id: string; kind: string }
type Kin = {
  sex: Map<string, Sex>
  parents: Map<string, Tie[]>
  children: Map<string, Tie[]>
  partners: Map<string, Tie[]>
}

/** Indexes the connections of a family; build the index once for many questions. */
export function kinOf(people: KinPerson[], lines: KinLine[]): Kin {
  const kin: Kin = {
    sex: new Map(people.map(({ id, sex }) => [id, sex])),
    parents: new Map(),
    children: new Map(),
    partners: new Map(),
  }
  for (const { type, kind, fromId, toId } of lines) {
    if (type === 'parent') {
      push(kin.children, fromId, { id: toId, kind })
      push(kin.parents, toId, { id: fromId, kind })
    }
    if (type === 'partner') {
      push(kin.partners, fromId, { id: toId, kind })
      push(kin.partners, toId, { id: fromId, kind })
    }
  }
  return kin
}

/**
 * How one person is related to another, in words: `mother`, `half-brother`, `mother’s cousin (first cousin once removed)`,
 * `sister-in-law`, `husband’s great-uncle`.
 * @returns null where no connections lead from one to the other
 */
export function relationshipInWords(kin: Kin, fromId: string, toId: string): string | null {
  if (fromId === toId) return null
  return direct(kin, fromId, toId) ?? chained(kin, fromId, toId)
}

/**
 * What a person is to "you", in words: as the lines say, or as their label does where none lead to them, as to a grandparent on a
 * side that nobody has named. Empty for "you" and where nothing is known.
 */
export function relationToYou(kin: Kin, selfId: string, { id, relationship }: LabelledKin): string {
  const label = relationship === 'Other' || id === selfId ? '' : relationship.toLowerCase()
  return relationshipInWords(kin, selfId, id) ?? label
}

const sexOf = (kin: Kin, id: string): Sex => kin.sex.get(id) ?? 'unknown'
const tiesOf = (map: Map<string, Tie[]>, id: string): Tie[] => map.get(id) ?? []

/** A relationship that has a word of its own; null for any other. */
function direct(kin: Kin, from: string, to: string): string | null {
  return near(kin, from, to) ?? byMarriage(kin, from, to)
}

function near(kin: Kin, from: string, to: string): string | null {
  const union = tiesOf(kin.partners, from).find((tie) => tie.id === to)
  return union ? partnerWord(union.kind, sexOf(kin, to)) : blood(kin, from, to)
}

type Climb = { up: number; below: string | null; nature: Nature }

/**
 * All ancestors of a person, the person included, each with the shortest way up to them; `below` is the person one step down that
 * way.
 */
function climb(kin: Kin, id: string): Map<string, Climb> {
  const found = new Map<string, Climb>([[id, { up: 0, below: null, nature: null }]])
  for (const [current, { up, nature }] of found) {
    for (const tie of tiesOf(kin.parents, current)) {
      if (found.has(tie.id)) continue
      found.set(tie.id, { up: up + 1, below: current, nature: nature ?? natureOf(tie.kind) })
    }
  }
  return found
}

function natureOf(kind: string): Nature {
  return kind === 'adoptive' || kind === 'step' || kind === 'foster' ? kind : null
}

function blood(kin: Kin, from: string, to: string): string | null {
  const [mine, theirs] = [climb(kin, from), climb(kin, to)]
  const common = nearest(mine, theirs)
  if (!common) return null

  const { up, down, nature, ancestors } = common
  const sex = sexOf(kin, to)
  if (down === 0) return ancestorWord(up, sex, nature)
  if (up === 0) return descendantWord(down, sex, nature)
  const kind = nature ?? (isHalf(kin, mine, theirs, ancestors) ? 'half' : null)
  if (up < 2 || down < 2 || up === down) return collateralWord(up, down, sex, kind)

  // A cousin of another generation is described through a relative who has a plain cousin: "mother’s cousin".
  const formal = removedWord(up, down)
  if (up > down) {
    const through = sexOf(kin, ancestorAt(mine, ancestors, up - down))
    return `${ancestorWord(up - down, through, null)}’s ${collateralWord(down, down, sex, kind)} (${formal})`
  }
  return `${collateralWord(up, up, 'unknown', kind)}’s ${descendantWord(down - up, sex, null)} (${formal})`
}

type Common = { up: number; down: number; nature: Nature; ancestors: string[] }

function nearest(mine: Map<string, Climb>, theirs: Map<string, Climb>): Common | null {
  let best: Common | null = null
  for (const [id, above] of mine) {
    const other = theirs.get(id)
    if (!other) continue
    const length = above.up + other.up
    const bestLength = best ? best.up + best.down : Number.POSITIVE_INFINITY
    if (length > bestLength) continue
    if (best && length === bestLength) {
      // An equally long way of another shape leads to another relationship and is ignored: a nephew’s child who is also a cousin is
      // described as the nephew’s child, which is found first.
      if (above.up !== best.up) continue
      const nature = above.nature ?? other.nature
      // A stepparent is not an ancestor in common beside one who is.
      if (nature === 'step' && best.nature === null) continue
      if (nature === null && best.nature === 'step') best.ancestors = []
      best.ancestors.push(id)
      best.nature = nature === null ? null : best.nature
      continue
    }
    best = {
      up: above.up,
      down: other.up,
      nature: above.nature ?? other.nature,
      ancestors: [id],
    }
  }
  return best
}

/**
 * Whether there is only one common ancestor although the other parents differ: two parents are known on both sides, or the other
 * parent of one side is a stepparent of the other.
 */
function isHalf(
  kin: Kin,
  mine: Map<string, Climb>,
  theirs: Map<string, Climb>,
  ancestors: string[],
): boolean {
  const [only, ...more] = ancestors
  if (only === undefined || more.length > 0) return false
  const below = (climbs: Map<string, Climb>) =>
    [...climbs.keys()].filter((id) => tiesOf(kin.parents, id).some((tie) => tie.id === only))
  const [ours, others] = [below(mine), below(theirs)]
  const parents = (ids: string[], kind: string) =>
    ids.flatMap((id) => tiesOf(kin.parents, id).flatMap((tie) => (tie.kind === kind ? [tie.id] : [])))
  const isStepparentOf = (ids: string[], parentsByBirth: string[]) =>
    parents(ids, 'step').some((id) => parentsByBirth.includes(id))
  if (isStepparentOf(ours, parents(others, 'birth')) || isStepparentOf(others, parents(ours, 'birth')))
    return true
  const known = (id: string) => tiesOf(kin.parents, id).filter((tie) => natureOf(tie.kind) === null).length
  return ours.some((id) => known(id) > 1) && others.some((id) => known(id) > 1)
}

/** The person `up` generations above the starting person, on the way to the common ancestor. */
function ancestorAt(mine: Map<string, Climb>, [ancestor = '']: string[], up: number): string {
  let at = ancestor
  for (let one = mine.get(at); one && one.up > up && one.below !== null; one = mine.get(at)) at = one.below
  return at
}

function byMarriage(kin: Kin, from: string, to: string): string | null {
  const sex = sexOf(kin, to)
  const isParent = (id: string, of: string) => tiesOf(kin.parents, of).some((tie) => tie.id === id)
  const areSiblings = (a: string, b: string) => tiesOf(kin.parents, a).some((one) => isParent(one.id, b))

  for (const { id } of tiesOf(kin.partners, from)) {
    if (isParent(to, id)) return inLaw.parent(sex)
    if (isParent(id, to)) return step.child(sex)
    if (areSiblings(id, to)) return inLaw.sibling(sex)
  }
  for (const { id } of tiesOf(kin.partners, to)) {
    if (isParent(id, from)) return step.parent(sex)
    if (isParent(from, id)) return inLaw.child(sex)
    if (areSiblings(id, from)) return inLaw.sibling(sex)
  }
  const ofStepParents = tiesOf(kin.parents, from).flatMap((tie) => tiesOf(kin.partners, tie.id))
  return ofStepParents.some((tie) => isParent(tie.id, to)) ? step.sibling(sex) : null
}

/** A relationship through others: the shortest way, divided into parts that have words of their own, joined by "’s". */
function chained(kin: Kin, from: string, to: string): string | null {
  const path = shortestPath(kin, from, to)
  if (!path) return null
  const words: string[] = []
  for (let at = 0; at < path.length - 1; ) {
    let until = path.length - 1
    while (until > at + 1 && near(kin, path[at] ?? '', path[until] ?? '') === null) until -= 1
    words.push((near(kin, path[at] ?? '', path[until] ?? '') ?? 'relative').replace(/ \(.*\)$/, ''))
    at = until
  }
  return words.join('’s ')
}

function shortestPath(kin: Kin, from: string, to: string): string[] | null {
  const before = new Map<string, string | null>([[from, null]])
  for (const [current] of before) {
    if (current === to) break
    for (const map of [kin.partners, kin.parents, kin.children]) {
      for (const { id } of tiesOf(map, current)) if (!before.has(id)) before.set(id, current)
    }
  }
  if (!before.has(to)) return null
  const path: string[] = []
  for (let at: string | null = to; at !== null; at = before.get(at) ?? null) path.unshift(at)
  return path
}

function push(map: Map<string, Tie[]>, key: string, tie: Tie): void {
  const known = map.get(key)
  if (known) known.push(tie)
  else map.set(key, [tie])
}
