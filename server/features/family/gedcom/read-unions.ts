import { cutText } from '#contract/cut-text.ts'
import { type ParentKind, parentKinds, type UnionKind, unionKinds } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import { dateFrom } from './dates.ts'
import { type FileConnection, ownTags } from './own-family.ts'
import { child, childrenOf, eventOf, type GedcomNode } from './records.ts'

// biome-ignore format: a list reads as a block
export const understoodOfFamily = new Set([
  'HUSB', 'WIFE', 'CHIL', 'MARR', 'MARR.DATE', 'MARR.PLAC', 'MARR.DATE.PHRASE', 'MARR.TYPE', 'DIV', 'DIV.DATE', 'DIV.DATE.PHRASE',
  'ENGA', 'ENGA.DATE', 'ENGA.PLAC', 'ENGA.DATE.PHRASE', 'EVEN', 'EVEN.TYPE', 'EVEN.DATE', 'EVEN.PLAC', 'EVEN.DATE.PHRASE',
  'UID', '_UID', 'REFN', 'RIN', 'CHAN', 'CREA', ownTags.union,
])

const noText = { label: '', startDate: '', startPlace: '', endDate: '' }
const text = (value: string | undefined) => cutText((value ?? '').trim(), limits.shortText)

/** How each child came into each family, as the child's own record says: from `<child> <family>`, by xref, to the kind. */
export type Pedigrees = Map<string, ParentKind>

export function readPedigrees(person: GedcomNode, into: Pedigrees): void {
  for (const line of childrenOf(person, 'FAMC')) {
    into.set(`${person.xref} ${line.value.trim()}`, kindOfChild(line))
  }
}

function kindOfChild(line: GedcomNode): ParentKind {
  const own = child(line, ownTags.kind)?.value
  const known = parentKinds.find((kind) => kind === own)
  if (known) return known
  const pedi = child(line, 'PEDI')
  const word = pedi?.value.trim().toLowerCase() ?? 'birth'
  // A phrase beside any other word only says more about it.
  const said = word === 'other' || word === '' ? (child(pedi, 'PHRASE')?.value.toLowerCase() ?? word) : word
  if (said.startsWith('adopt')) return 'adoptive'
  if (said.startsWith('foster')) return 'foster'
  if (said.startsWith('step')) return 'step'
  return said === 'birth' ? 'birth' : 'unknown'
}

/** The lines of a FAM: between the partners, and from each of them to each child. */
export function* readUnion(family: GedcomNode, pedigrees: Pedigrees): Generator<FileConnection> {
  const partners = [...childrenOf(family, 'HUSB'), ...childrenOf(family, 'WIFE')].map(({ value }) =>
    value.trim(),
  )
  const [one, other] = partners
  const union = one && other ? unionOf(family) : null
  if (one && other && union) yield { type: 'partner', from: one, to: other, ...union }
  for (const { value } of childrenOf(family, 'CHIL')) {
    const to = value.trim()
    const kind = pedigrees.get(`${to} ${family.xref}`) ?? 'birth'
    for (const from of partners) yield { type: 'parent', kind, from, to, ...noText }
  }
}

function unionOf(family: GedcomNode) {
  const own = child(family, ownTags.union)?.value
  if (own === 'none') return null
  const [marriage, divorce, engagement] = ['MARR', 'DIV', 'ENGA'].map((tag) => eventOf(family, tag))
  const events = childrenOf(family, 'EVEN')
  const typed = (type: RegExp) => events.find((event) => type.test(child(event, 'TYPE')?.value ?? ''))
  const start = marriage ?? engagement ?? typed(/partner|union/i)
  const separation = typed(/^(separat|end)/i)
  return {
    ...noText,
    kind: unionKinds.find((kind) => kind === own) ?? guessedKind(marriage, divorce, engagement, separation),
    startDate: text(dateFrom(start)),
    startPlace: text(child(start, 'PLAC')?.value),
    endDate: text(dateFrom(divorce ?? separation)),
  }
}

function guessedKind(
  marriage: GedcomNode | undefined,
  divorce: GedcomNode | undefined,
  engagement: GedcomNode | undefined,
  separation: GedcomNode | undefined,
): UnionKind {
  if (divorce) return 'divorced'
  if (separation) return 'separated'
  if (marriage) return 'married'
  return engagement ? 'engaged' : 'unknown'
}

/** The lines that claim no descent: somebody's godmother, witness, neighbour. */
export function* readAssociations(person: GedcomNode): Generator<FileConnection> {
  for (const line of childrenOf(person, 'ASSO')) {
    const role = child(line, 'ROLE')
    const known = role?.value === 'OTHER' ? '' : role?.value
    const label = child(line, 'RELA')?.value ?? child(role, 'PHRASE')?.value ?? known
    yield {
      ...noText,
      type: 'other',
      kind: 'unknown',
      from: person.xref,
      to: line.value.trim(),
      label: text(label),
    }
  }
}
