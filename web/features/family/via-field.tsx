import { useEffect } from 'react'
import type { FamilyTree, TreePerson } from '#contract/family.ts'
import { nameOf } from '#contract/person-name.ts'
import type { Relationship } from '#contract/relationships.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

export type ViaFieldProps = {
  /** The people to choose from (`viaCandidates`). */
  candidates: readonly TreePerson[]
  value: string
  /** Whether a single candidate is filled in, without a question. */
  fillsIn: boolean
  onChange: (viaId: string) => void
}

/** Asks through whom a grandparent, an aunt or a cousin belongs to the family. Shown only if there is a choice. */
export function ViaField({ candidates, value, fillsIn, onChange }: ViaFieldProps) {
  const [only, ...more] = candidates
  useEffect(() => {
    if (fillsIn && only && more.length === 0 && value === '') onChange(only.id)
  }, [fillsIn, only, more.length, value, onChange])
  if (candidates.length < 2) return null

  return (
    <Field label="Through whom?" hint="Their place in the tree follows from this.">
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">I do not know</option>
          {candidates.map((person) => (
            <option key={person.id} value={person.id}>
              {nameOf(person)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The people through whom somebody with this relationship can belong to the family. */
export function viaCandidates(
  { people, connections, selfId }: FamilyTree,
  relationship: Relationship,
): TreePerson[] {
  const lines = connections.filter(({ type }) => type === 'parent')
  const parentsOf = (id: string) => lines.filter(({ toId }) => toId === id).map(({ fromId }) => fromId)
  const childrenOf = (id: string) => lines.filter(({ fromId }) => fromId === id).map(({ toId }) => toId)
  const siblingsOf = (id: string) =>
    parentsOf(id)
      .flatMap(childrenOf)
      .filter((one) => one !== id)
  const found = () => {
    switch (relationship) {
      case 'Grandparent':
      case 'Aunt/Uncle':
        return parentsOf(selfId)
      case 'Niece/Nephew':
        return siblingsOf(selfId)
      case 'Cousin':
        return parentsOf(selfId).flatMap(siblingsOf)
      case 'Grandchild':
        return childrenOf(selfId)
      default:
        return []
    }
  }
  const ids = new Set(found())
  return people.filter(({ id, isPlaceholder }) => ids.has(id) && !isPlaceholder)
}
