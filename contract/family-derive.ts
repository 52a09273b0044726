import type { ParentKind, UnionKind } from '#contract/family.ts'
import type { Relationship } from '#contract/relationships.ts'

/** A person with the label they were given relative to "you". */
export type LabelledPerson = { id: string; relationship: Relationship; viaId: string | null }
/** A connection as the derivation reads and writes it; one of type `parent` leads from the parent to the child. */
export type DerivedLine = { fromId: string; toId: string } & (
  | { type: 'parent'; kind: ParentKind }
  | { type: 'partner'; kind: UnionKind }
  | { type: 'other'; kind: 'unknown' }
)

/** The key of a placeholder for an unnamed person: `unknown:parent:<child's id>`, `unknown:child:<parent's id>`. */
export type PlaceholderKey = `unknown:${'parent' | 'child'}:${string}`
export type Derived = { lines: DerivedLine[]; placeholders: PlaceholderKey[] }

/**
 * The order in which labels are placed: a grandparent is attached to a parent, and a cousin to an aunt, so those must come first.
 */
const order: Relationship[] = [
  'Parent',
  'Spouse',
  'Child',
  'Sibling',
  'Grandparent',
  'Aunt/Uncle',
  'Niece/Nephew',
  'Cousin',
  'Grandchild',
]

/**
 * Derives connections from the labels that people have relative to "you". Connections drawn by hand win: a person whom a drawn
 * connection already places gets no derived one, so all drawn connections are added before any label is placed. Where a label is
 * ambiguous (a grandparent, with two parents to choose from) and nobody named the person in between, the connection is of type
 * `other`, which claims no descent.
 */
export class LabelledFamily {
  readonly #derived: DerivedLine[] = []
  readonly #placeholders = new Set<PlaceholderKey>()
  readonly #selfId: string
  readonly #people: LabelledPerson[]
  /** The people through whom others can be attached: everybody with a label or a drawn connection, except "you". */
  readonly #others: Set<string>
  readonly #parents = new Map<string, string[]>()
  readonly #children = new Map<string, string[]>()
  readonly #births = new Map<string, number>()
  /** The lines from a parent to a child that do not say by birth. */
  readonly #notByBirth = new Set<string>()
  readonly #joined = new Set<string>()
  readonly #drawnParents = new Set<string>()
  readonly #drawnChildren = new Set<string>()

  constructor(selfId: string, people: LabelledPerson[]) {
    this.#selfId = selfId
    this.#people = people
    this.#others = new Set(people.map((person) => person.id))
  }

  draw(line: DerivedLine): void {
    this.#others.add(line.fromId).add(line.toId)
    this.#remember(line)
    if (line.type !== 'parent') return
    this.#drawnParents.add(line.toId)
    this.#drawnChildren.add(line.fromId)
  }

  derive(): Derived {
    this.#others.delete(this.#selfId)
    for (const label of order) {
      const named = this.#people.filter(
        (person) => person.relationship === label && person.id !== this.#selfId,
      )
      for (const person of named.toSorted((a, b) => (a.id < b.id ? -1 : 1))) this.#place(person)
    }
    return { lines: this.#derived, placeholders: [...this.#placeholders] }
  }

  #place(person: LabelledPerson): void {
    const { id, relationship } = person
    if (this.#isJoined(id, this.#selfId) || this.#isTold(person)) return
    if (relationship === 'Parent') this.#addParent(id, this.#selfId)
    if (relationship === 'Child') this.#addParent(this.#selfId, id)
    if (relationship === 'Sibling') this.#shareParents(this.#selfId, id)
    if (relationship === 'Spouse') {
      this.#add({ type: 'partner', kind: 'married', fromId: this.#selfId, toId: id })
    }
    this.#placeThroughSomebody(person)
  }

  #placeThroughSomebody(person: LabelledPerson): void {
    const { id } = person
    switch (person.relationship) {
      case 'Grandparent':
        this.#hang(person, this.#parentsOrUnknown(this.#selfId), (via) => this.#addParent(id, via))
        break
      case 'Aunt/Uncle':
        this.#hang(person, this.#parentsOrUnknown(this.#selfId), (via) => this.#shareParents(via, id))
        break
      case 'Niece/Nephew':
        this.#hang(person, this.#siblingsOrUnknown(this.#selfId), (via) => this.#addParent(via, id))
        break
      case 'Cousin':
        this.#hang(person, this.#auntsOrUnknown(), (via) => this.#addParent(via, id))
        break
      case 'Grandchild':
        this.#hang(person, this.#childrenOrUnknown(this.#selfId), (via) => this.#addParent(via, id))
        break
      default:
    }
  }

  /** Whether drawn connections already place a person whose label would attach them through others. */
  #isTold({ id, relationship }: LabelledPerson): boolean {
    if (relationship === 'Grandparent') return this.#drawnChildren.has(id)
    const isNear = relationship === 'Parent' || relationship === 'Child' || relationship === 'Spouse'
    return !isNear && this.#drawnParents.has(id)
  }

  /**
   * Attaches a person through the one who was named, else through the only candidate, else to "you" without claiming descent. Where
   * the one who was named is not in the tree any more, only somebody unknown takes their place, whom no drawn line places:
   * anybody else may be the other side of the family.
   */
  #hang(person: LabelledPerson, candidates: () => string[], join: (via: string) => void): void {
    const { viaId } = person
    if (viaId !== null && this.#others.has(viaId) && viaId !== person.id) {
      join(viaId)
      return
    }
    const isLost = viaId !== null && ![person.id, this.#selfId].includes(viaId) && !isPlaceholder(viaId)
    const [only, ...more] = candidates().filter((id) => id !== person.id)
    const isCertain = only !== undefined && more.length === 0
    if (isCertain && (!isLost || this.#isNewlyUnknown(only))) join(only)
    else this.#add({ type: 'other', kind: 'unknown', fromId: this.#selfId, toId: person.id })
  }

  #isNewlyUnknown(id: string): boolean {
    return isPlaceholder(id) && this.#placeholders.has(id)
  }

  #parentsOrUnknown(id: string): () => string[] {
    return () => {
      const known = this.#parents.get(id) ?? []
      return known.length > 0 ? known : [this.#unknownParent(id)]
    }
  }

  #childrenOrUnknown(id: string): () => string[] {
    return () => {
      const known = this.#children.get(id) ?? []
      return known.length > 0 ? known : [this.#unknownChild(id)]
    }
  }

  #siblingsOrUnknown(id: string): () => string[] {
    return () => {
      const known = this.#siblings(id)
      if (known.length > 0) return known
      const [parent] = this.#parentsOrUnknown(id)()
      return parent === undefined ? [] : [this.#unknownChild(parent)]
    }
  }

  #auntsOrUnknown(): () => string[] {
    return () => {
      const parents = this.#parentsOrUnknown(this.#selfId)()
      const known = parents.flatMap((parent) => this.#siblings(parent))
      const [only, ...more] = parents
      if (known.length > 0 || only === undefined || more.length > 0) return known
      return this.#siblingsOrUnknown(only)()
    }
  }

  #siblings(id: string): string[] {
    const found = (this.#parents.get(id) ?? []).flatMap((parent) => this.#children.get(parent) ?? [])
    return [...new Set(found)].filter((sibling) => sibling !== id)
  }

  /** What one is to a parent by adoption, step or foster says nothing of the other: how the other belongs to them is unknown. */
  #shareParents(of: string, id: string): void {
    for (const parent of this.#parentsOrUnknown(of)()) {
      const isByBirth = !this.#notByBirth.has(`${parent} ${of}`)
      this.#addParent(parent, id, isByBirth ? this.#kindOfNext(id) : 'unknown')
    }
  }

  #unknownParent(of: string): string {
    const key: PlaceholderKey = `unknown:parent:${of}`
    this.#placeholders.add(key)
    this.#addParent(key, of)
    return key
  }

  #unknownChild(of: string): string {
    const key: PlaceholderKey = `unknown:child:${of}`
    this.#placeholders.add(key)
    this.#addParent(of, key)
    return key
  }

  /** A child has at most two parents by birth; for any further one the kind is unknown. */
  #addParent(fromId: string, toId: string, kind = this.#kindOfNext(toId)): void {
    this.#add({ type: 'parent', kind, fromId, toId })
  }

  #kindOfNext(childId: string): 'birth' | 'unknown' {
    return (this.#births.get(childId) ?? 0) < 2 ? 'birth' : 'unknown'
  }

  #add(line: DerivedLine): void {
    if (line.fromId === line.toId || this.#isJoined(line.fromId, line.toId)) return
    if (line.type === 'parent' && this.#isAncestor(line.toId, line.fromId)) return
    this.#derived.push(line)
    this.#remember(line)
  }

  #remember(line: DerivedLine): void {
    this.#joined.add(pairOf(line.fromId, line.toId))
    if (line.type !== 'parent') return
    addTo(this.#parents, line.toId, line.fromId)
    addTo(this.#children, line.fromId, line.toId)
    if (line.kind === 'birth') this.#births.set(line.toId, (this.#births.get(line.toId) ?? 0) + 1)
    else this.#notByBirth.add(`${line.fromId} ${line.toId}`)
  }

  #isJoined(a: string, b: string): boolean {
    return this.#joined.has(pairOf(a, b))
  }

  #isAncestor(ancestor: string, of: string): boolean {
    const seen = new Set([of])
    for (const id of seen) {
      if (id === ancestor) return true
      for (const parent of this.#parents.get(id) ?? []) seen.add(parent)
    }
    return false
  }
}

const isPlaceholder = (id: string): id is PlaceholderKey => id.startsWith('unknown:')

const pairOf = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** Appends in place, because a person may have thousands of children and copying the list each time would be quadratic. */
function addTo(lists: Map<string, string[]>, key: string, id: string): void {
  const known = lists.get(key)
  if (known) known.push(id)
  else lists.set(key, [id])
}
