import { Link } from '@tanstack/react-router'
import { GitBranch, Link2, Pencil, Trash2, Waypoints } from 'lucide-react'
import type { Ref } from 'react'
import type { TreePerson } from '#contract/family.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { Button } from '../../ui/button.tsx'
import { Portrait } from './portrait.tsx'

export type ChosenBarProps = {
  ref: Ref<HTMLElement>
  person: TreePerson
  relation: string
  isFocused: boolean
  isConnecting: boolean
  mayRemove: boolean
  onEdit: () => void
  onConnect: () => void
  onLines: () => void
  onBranch: () => void
  onRemove: () => void
}

/** The person chosen in the tree, and the commands for them. */
export function ChosenBar(props: ChosenBarProps) {
  const { ref, person, relation, isFocused, isConnecting, mayRemove } = props
  return (
    <section
      ref={ref}
      aria-label="Chosen person"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-card p-4 shadow-card"
    >
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-4">
        <Portrait person={person} />
        <div className="min-w-0">
          <p dir="auto" className="wrap-anywhere font-bold">
            {nameOf(person)}
          </p>
          <p className="text-sm text-muted">
            {[person.isSelf ? 'You' : relation && `Your ${relation}`, lifeOf(person)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" asChild>
          <Link to="/app/family/$memberId" params={{ memberId: person.id }}>
            Open
          </Link>
        </Button>
        <Button variant="ghost" size="sm" onClick={props.onEdit}>
          <Pencil size={20} aria-hidden="true" />
          {person.isPlaceholder ? 'Name them' : 'Edit'}
        </Button>
        <Button variant="ghost" size="sm" aria-pressed={isConnecting} onClick={props.onConnect}>
          <Link2 size={20} aria-hidden="true" />
          {isConnecting ? 'Choose the other person' : 'Connect'}
        </Button>
        <Button variant="ghost" size="sm" onClick={props.onLines}>
          <Waypoints size={20} aria-hidden="true" />
          Lines
        </Button>
        <Button variant="ghost" size="sm" aria-pressed={isFocused} onClick={props.onBranch}>
          <GitBranch size={20} aria-hidden="true" />
          {isFocused ? 'Show everybody' : 'Only this branch'}
        </Button>
        {mayRemove ? (
          <Button variant="ghost" size="sm" className="text-danger!" onClick={props.onRemove}>
            <Trash2 size={20} aria-hidden="true" />
            Remove
          </Button>
        ) : null}
      </div>
    </section>
  )
}
