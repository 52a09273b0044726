import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { TreePerson } from '#contract/family.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import { cn } from '../../ui/cn.ts'
import { usualLetters } from './letters.ts'
import { Portrait } from './portrait.tsx'

export type CardData = {
  person: TreePerson
  /** The person's relation to "you", in words; empty for "you". */
  relation: string
  isCurrent: boolean
  isConnecting: boolean
  onChoose: (id: string) => void
}
export type CardNode = Node<CardData, 'person'>

/** On touch screens, panning begins on cards as well, so lines can only be drawn from the dot. */
const isCoarse = window.matchMedia('(pointer: coarse)').matches
const size = { width: treeSizes.width, height: treeSizes.height }

/** A person in the tree. A mouse can draw a line from anywhere on the card, a finger only from its dot. */
export const PersonCard = memo(function PersonCard({ data }: NodeProps<CardNode>) {
  const content = <CardButton {...data} />
  return (
    <div className="group relative" style={size}>
      {isCoarse ? (
        content
      ) : (
        <Handle
          type="source"
          id="card"
          position={Position.Top}
          className="!inset-0 !size-full !min-h-0 !min-w-0 !transform-none !rounded-card !border-0 !bg-transparent"
        >
          {content}
        </Handle>
      )}
      <Handle
        type="source"
        id="dot"
        position={Position.Bottom}
        className="!size-6 !rounded-full !border-2 !border-card !bg-ring opacity-0 transition-opacity group-hover:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  )
})

function CardButton(data: CardData) {
  const { person, relation, isCurrent, onChoose } = data
  const life = lifeOf(person)
  return (
    <button
      type="button"
      id={`person-${person.id}`}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onChoose(person.id)}
      className={cn(
        'pointer-events-auto flex size-full items-center gap-2 rounded-card border-2 px-2 text-start shadow-card',
        borderOf(data),
        person.isSelf ? 'bg-tint' : 'bg-card',
      )}
      style={usualLetters}
    >
      <Portrait person={person} />
      <span className="min-w-0 flex-1 leading-tight">
        <span dir="auto" className="line-clamp-2 text-sm font-bold wrap-anywhere">
          {nameOf(person)}
        </span>
        {life ? <span className="line-clamp-2 text-sm text-muted">{life}</span> : null}
        {relation ? <span className="sr-only">, your {relation}</span> : null}
      </span>
      {person.isSelf ? (
        <span className="absolute -top-3 start-3 rounded-full bg-primary px-3 text-sm font-bold text-on-primary">
          You
        </span>
      ) : null}
    </button>
  )
}

function borderOf({ person, isCurrent, isConnecting }: CardData): string {
  if (isConnecting) return 'border-dashed border-ring'
  if (isCurrent) return 'border-ring'
  return person.isPlaceholder ? 'border-dashed border-edge' : 'border-transparent'
}
