import { type PointerEvent, useEffect, useRef } from 'react'
import { treeSizes } from '#contract/tree-coordinates.ts'
import { cn } from '../../ui/cn.ts'
import { areaOf, coloursOf, type View } from './drawing.ts'
import type { LaidOut } from './laid-out.ts'

const [WIDTH, HEIGHT] = [200, 120]

export type MiniMapProps = {
  tree: LaidOut
  view: View
  window: { width: number; height: number }
  onGo: (x: number, y: number) => void
}

/**
 * An overview of the tree with the visible part marked, shown unless all of it is visible.
 * For the mouse: the keyboard has the search and the arrows.
 */
export function MiniMap({ tree, view, window: seen, onGo }: MiniMapProps) {
  const people = useRef<HTMLCanvasElement>(null)
  const scale = Math.min((WIDTH - 16) / Math.max(1, tree.width), (HEIGHT - 16) / Math.max(1, tree.height))
  const left = (WIDTH - tree.width * scale) / 2
  const top = (HEIGHT - tree.height * scale) / 2

  useEffect(() => {
    const context = people.current?.getContext('2d')
    if (!context || !people.current) return
    const colours = coloursOf(people.current.parentElement ?? people.current)
    context.clearRect(0, 0, WIDTH, HEIGHT)
    for (const { x, y, person } of tree.people) {
      context.fillStyle = person.isSelf ? colours.self : colours.edge
      const width = Math.max(1, treeSizes.width * scale)
      context.fillRect(left + x * scale, top + y * scale, width, Math.max(1, treeSizes.height * scale))
    }
  }, [tree, scale, left, top])

  const area = areaOf(view, seen.width, seen.height)
  const isAllSeen = area.left <= 0 && area.top <= 0 && area.right >= tree.width && area.bottom >= tree.height
  const go = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    // A wide family is a thin strip on the map: a click beside the strip goes to the nearest point of it, not to empty canvas.
    const x = (event.clientX - box.left - left) / scale
    const y = (event.clientY - box.top - top) / scale
    onGo(Math.max(0, Math.min(x, tree.width)), Math.max(0, Math.min(y, tree.height)))
  }
  return (
    <div
      aria-hidden="true"
      onPointerDown={go}
      onPointerMove={(event) => (event.buttons === 1 ? go(event) : undefined)}
      className={cn(
        'absolute end-4 bottom-4 z-10 hidden cursor-pointer overflow-hidden rounded-card border border-border bg-card shadow-card print:hidden',
        // Hidden rather than unmounted, so that what is drawn on the map is kept.
        !isAllSeen && 'md:block',
      )}
      style={{ width: WIDTH, height: HEIGHT }}
    >
      <canvas ref={people} width={WIDTH} height={HEIGHT} />
      <div
        className="pointer-events-none absolute rounded-sm border-2 border-ring bg-ring/10"
        style={{
          left: left + area.left * scale,
          top: top + area.top * scale,
          width: Math.max(4, (area.right - area.left) * scale),
          height: Math.max(4, (area.bottom - area.top) * scale),
        }}
      />
    </div>
  )
}
