import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { X } from 'lucide-react'
import { memo, useState } from 'react'
import type { TreeLine } from '#contract/tree-lines.ts'
import { cn } from '../../ui/cn.ts'

export type LineData = {
  line: TreeLine
  /** For each connection that somebody drew: whom it joins, in words. */
  removable: { id: string; names: string }[]
  onRemove: (connectionId: string) => void
}
export type LineEdge = Edge<LineData, 'line'>

/** A drawn line: hovering it, or coming to it by keyboard, shows what takes it away. */
export const LineEdgeView = memo(function LineEdgeView({ id, data }: EdgeProps<LineEdge>) {
  const [isHovered, setHovered] = useState(false)
  if (!data) return null
  const { line, removable, onRemove } = data
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
          {removable.map((one) => (
            <button
              key={one.id}
              type="button"
              title={`Remove the line between ${one.names}`}
              aria-label={`Remove the line between ${one.names}`}
              onClick={() => onRemove(one.id)}
              className={cn(
                'flex size-8 items-center justify-center rounded-full border-2 border-card bg-danger-solid text-white shadow-card transition-opacity pointer-coarse:hidden',
                isHovered ? 'opacity-100' : 'opacity-0 focus-visible:opacity-100',
              )}
            >
              <X size={18} aria-hidden="true" />
            </button>
          ))}
        </div>
      </EdgeLabelRenderer>
    </>
  )
})

function pathOf(points: number[]): string {
  let path = ''
  for (let i = 0; i < points.length; i += 2) path += `${i === 0 ? 'M' : 'L'}${points[i]} ${points[i + 1]}`
  return path
}

/** Near the end: where several lines of a family run together, the last stretch is the child's own. */
function middleOf(points: number[]): [x: number, y: number] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(-4)
  return [(x1 + x2) / 2, (y1 + y2) / 2]
}
