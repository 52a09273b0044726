import { Link } from '@tanstack/react-router'
import { Pencil, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FamilyConnection, FamilyTree, TreePerson, UnionKind } from '#contract/family.ts'
import { kinOf, relationshipInWords, relationToYou } from '#contract/kinship.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { EditLineDialog } from './edit-line-dialog.tsx'
import { LineNoteBar } from './line-note.tsx'
import { Portrait } from './portrait.tsx'
import { useLineChanges } from './use-line-changes.ts'
import { unionNames } from './words.ts'

type Relative = { person: TreePerson; connection: FamilyConnection; says: string }

export type RelativeListProps = {
  tree: FamilyTree
  memberId: string
  onEdit: (line: FamilyConnection) => void
  onRemove: (line: FamilyConnection) => void
}

/** Everybody connected to a person by a line, with what the line says and the buttons to change and remove it. */
export function RelativeList({ tree, memberId, onEdit, onRemove }: RelativeListProps) {
  const relatives = useMemo(() => relativesOf(tree, memberId), [tree, memberId])
  if (relatives.length === 0) {
    return (
      <p className="text-muted">
        No lines yet. In the tree, drag from one person to another to connect them.
      </p>
    )
  }
  return (
    <ul className="flex flex-col gap-1">
      {relatives.map(({ person, connection, says }) => (
        <li key={connection.id} className="flex flex-wrap items-center justify-end">
          <Link
            to="/app/family/$memberId"
            params={{ memberId: person.id }}
            className="flex min-h-14 min-w-0 flex-1 basis-[11rem] items-center gap-3 rounded-card px-2 hover:bg-foreground/6"
          >
            <Portrait person={person} />
            <span className="min-w-0">
              <span dir="auto" className="block wrap-anywhere font-semibold">
                {nameOf(person)}
              </span>
              <span className="block text-sm text-muted">
                {/* The years of a life must not wrap: a year would stand alone on its line. */}
                {[says, lifeOf(person).replaceAll(' ', '\u00a0')].filter(Boolean).join(' · ')}
              </span>
            </span>
          </Link>
          <span className="flex shrink-0">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Change the line to ${nameOf(person)}`}
              onClick={() => onEdit(connection)}
            >
              <Pencil size={20} aria-hidden="true" />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove the line to ${nameOf(person)}`}
              onClick={() => onRemove(connection)}
            >
              <X size={20} aria-hidden="true" />
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A person's closest family, on their page. */
export function PersonRelatives({ tree, memberId }: { tree: FamilyTree; memberId: string }) {
  const [editing, setEditing] = useState<string | null>(null)
  const changes = useLineChanges()
  return (
    <PaddedCard aria-labelledby="relatives">
      <h2 id="relatives" className="mb-4 text-lg font-bold">
        Closest family
      </h2>
      <div className="flex flex-col gap-3">
        <LineNoteBar changes={changes} />
        <RelativeList
          tree={tree}
          memberId={memberId}
          onEdit={({ id }) => setEditing(id)}
          onRemove={changes.remove}
        />
      </div>
      <EditLineDialog tree={tree} lineId={editing} changes={changes} onClose={() => setEditing(null)} />
    </PaddedCard>
  )
}

function relativesOf(tree: FamilyTree, id: string): Relative[] {
  const kin = kinOf(tree.people, tree.connections)
  const known = new Map(tree.people.map((person) => [person.id, person]))
  const rank = (connection: FamilyConnection) => {
    if (connection.type === 'parent') return connection.toId === id ? 0 : 2
    return connection.type === 'partner' ? 1 : 3
  }
  return tree.connections
    .filter(({ fromId, toId }) => fromId === id || toId === id)
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((connection) => {
      const person = known.get(connection.fromId === id ? connection.toId : connection.fromId)
      if (!person) return []
      const word =
        id === tree.selfId ? relationToYou(kin, id, person) : relationshipInWords(kin, id, person.id)
      return [{ person, connection, says: sayingOf(connection, word ?? '') }]
    })
}

function sayingOf(connection: FamilyConnection, word: string): string {
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  if (connection.type === 'other') return connection.label || capital || 'Connected'
  if (connection.type === 'parent') return capital
  const span = [
    connection.startDate && `since ${connection.startDate}`,
    connection.endDate && `until ${connection.endDate}`,
  ]
  return [unionSaying(capital, connection.kind), ...span, connection.startPlace].filter(Boolean).join(', ')
}

/** 'Wife (married)'. For partners and for unions of unknown kind the word alone is enough. */
const unionSaying = (word: string, kind: UnionKind) =>
  kind === 'partners' || kind === 'unknown' ? word : `${word} (${unionNames[kind].toLowerCase()})`
