import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { Pencil, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import type { FamilyConnection } from '#contract/family.ts'
import { pathOf, type TreeLine } from '#contract/tree-lines.ts'
import { cn } from '../../ui/cn.ts'
import { usualLetters } from './letters.ts'

export type LineData = {
  line: TreeLine
  /** For each connection drawn by the line: the names of the two people it connects. */
  joins: { connection: FamilyConnection; names: string }[]
  onEdit: (connection: FamilyConnection) => void
  onRemove: (connection: FamilyConnection) => void
}
export type LineEdge = Edge<LineData, 'line'>

/**
 * A line of the tree: hovering shows a button to edit it and, if a person drew it, one to remove it. For the
 * mouse only: in a family of forty these would be a hundred tab stops, and as many buttons to listen to.
 * Keyboard, touch and screen reader users have the list of a person's lines instead.
 */
export const LineEdgeView = memo(function LineEdgeView({ id, data }: EdgeProps<LineEdge>) {
  const [isHovered, setHovered] = useState(false)
  if (!data) return null
  const { line, joins, onEdit, onRemove } = data
  const [x, y] = middleOf(line.points)
  const watch = { onPointerEnter: () => setHovered(true), onPointerLeave: () => setHovered(false) }

  return (
    <>
      <g {...watch}>
        <BaseEdge
          id={id}
          path={pathOf(line.points)}
          interactionWidth={24}
          style={{ strokeWidth: isHovered ? 4 : 0, stroke: 'var(--ring)' }}
        />
      </g>
      <EdgeLabelRenderer>
        <div
          className="nodrag nopan pointer-events-auto absolute flex gap-1"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          {...watch}
        >
          {joins.map(({ connection, names }) => (
            <span
              key={connection.id}
              aria-hidden={!isHovered}
              className={cn('flex flex-col gap-1 transition-opacity', shown(isHovered))}
              style={usualLetters}
            >
              <LineButton label={`Change the line between ${names}`} onPress={() => onEdit(connection)}>
                <Pencil size={16} aria-hidden="true" />
              </LineButton>
              {connection.isAutomatic ? null : (
                <LineButton
                  label={`Remove the line between ${names}`}
                  isDanger
                  onPress={() => onRemove(connection)}
                >
                  <X size={18} aria-hidden="true" />
                </LineButton>
              )}
            </span>
          ))}
        </div>
      </EdgeLabelRenderer>
    </>
  )
})

/** The buttons are stacked, because between the two people of a couple there is no room side by side. */
const shown = (isHovered: boolean) => (isHovered ? 'opacity-100' : 'opacity-0 focus-within:opacity-100')

type LineButtonProps = { label: string; isDanger?: boolean; onPress: () => void; children: ReactNode }

function LineButton({ label, isDanger = false, onPress, children }: LineButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={label}
      aria-label={label}
      onClick={onPress}
      className={cn(
        'flex size-8 items-center justify-center rounded-full border-2 border-card shadow-card pointer-coarse:hidden',
        isDanger ? 'bg-danger-solid text-white' : 'bg-primary text-on-primary',
      )}
    >
      {children}
    </button>
  )
}

/** A point on the last segment: where several lines of a family share a path, only the last segment belongs to one child. */
function middleOf(points: number[]): [x: number, y: number] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(-4)
  return [(x1 + x2) / 2, (y1 + y2) / 2]
}
