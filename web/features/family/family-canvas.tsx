import '@xyflow/react/dist/base.css'
import {
  type Connection,
  ConnectionMode,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Viewport,
} from '@xyflow/react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FamilyConnection, FamilyTree } from '#contract/family.ts'
import { kinOf, relationToYou } from '#contract/kinship.ts'
import { nameOf } from '#contract/person-name.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import { pressedKey } from '../../ui/pressed-key.ts'
import { areaOf, type Colours, coloursOf, drawTree, FAR, noColours, type View } from './drawing.ts'
import { type Area, type Direction, type LaidOut, linesIn, peopleIn, relativeTowards } from './laid-out.ts'
import { nearer } from './letters.ts'
import { type LineEdge, LineEdgeView } from './line-edge.tsx'
import { MiniMap } from './mini-map.tsx'
import { type CardNode, PersonCard } from './person-card.tsx'
import { useSize } from './use-size.ts'
import { ViewButtons } from './view-buttons.tsx'

const nodeTypes = { person: PersonCard }
const edgeTypes = { line: LineEdgeView }
/** How far beyond the window cards are rendered, in pixels, so that not every step of a pan renders new ones. */
const MARGIN = 320
const COLOURS_MS = 1_000
const arrows: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

export type FamilyCanvasProps = {
  tree: FamilyTree
  laidOut: LaidOut
  currentId: string
  /** The person from whom a line is being drawn by keyboard. */
  connectingId: string | null
  /** Called when a card was pressed. */
  onChoose: (id: string) => void
  /** Called when the arrow keys have moved to a person. */
  onMove: (id: string) => void
  onOpen: (id: string) => void
  onConnect: (fromId: string, toId: string) => void
  onStartConnecting: (id: string | null) => void
  onEditLine: (connection: FamilyConnection) => void
  onRemoveLine: (connection: FamilyConnection) => void
  /** Called when the keyboard asks for the list of a person's lines. */
  onShowLines: (id: string) => void
  /** Called when the keyboard asks for one branch only; null for everybody again. */
  onBranch: (id: string | null) => void
  isBranch: boolean
  /** A new object triggers it each time. */
  goTo: GoTo | null
}

/**
 * A person to centre on or, with `withAll`, to bring into view together with everybody shown. Without `withFocus` the focus stays
 * where it is, as after a dialog that gives it back.
 */
export type GoTo = { id: string; withAll: boolean; withFocus: boolean }

/** The canvas of the tree: panning, zooming, and drawing lines. */
export function FamilyCanvas(props: FamilyCanvasProps) {
  return (
    <ReactFlowProvider>
      <Ground {...props} />
    </ReactFlowProvider>
  )
}

function Ground(props: FamilyCanvasProps) {
  const { tree, laidOut, currentId, connectingId, onMove, onOpen, onConnect, onStartConnecting, goTo } = props
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useRef<{ at: number; of: Colours }>({ at: -COLOURS_MS - 1, of: noColours })
  const size = useSize(frame)
  const flow = useReactFlow()
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 })
  const isFar = view.zoom < FAR
  const { nodes, edges } = useShown(props, view, size, isFar)

  const paint = useCallback(
    (now: View) => {
      if (!canvas.current) return
      // Reading computed colours forces a style recalculation; once a second is enough to follow a change of theme.
      if (performance.now() - colours.current.at > COLOURS_MS) {
        colours.current = {
          at: performance.now(),
          of: coloursOf(canvas.current.parentElement ?? canvas.current),
        }
      }
      drawTree(canvas.current, laidOut, now, size, colours.current.of)
    },
    [laidOut, size],
  )
  useEffect(() => paint(view), [paint, view])

  const centreOn = useCallback(
    (id: string, zoom?: number) => {
      const one = laidOut.byId.get(id)
      if (!one) return
      flow.setCenter(one.x + treeSizes.width / 2, one.y + treeSizes.height / 2, {
        zoom: zoom ?? Math.max(flow.getZoom(), 0.6 * nearer),
        duration: 0,
      })
    },
    [flow, laidOut],
  )
  const showAll = useCallback(() => {
    if (size.width === 0) return
    const zoom = Math.min((size.width - 64) / laidOut.width, (size.height - 96) / laidOut.height, nearer)
    const x = (size.width - laidOut.width * zoom) / 2
    const y = (size.height - laidOut.height * zoom) / 2
    flow.setViewport({ x, y, zoom: Math.max(zoom, 0.004) })
  }, [flow, laidOut, size])

  const isReadable = Math.min(size.width / laidOut.width, size.height / laidOut.height) > 0.5 * nearer
  // Initially the whole family is in view if that is legible, else "you" is in the middle.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || size.width === 0) return
    begun.current = true
    if (isReadable) showAll()
    else centreOn(currentId, 0.8 * nearer)
  }, [showAll, centreOn, isReadable, size, currentId])

  const gone = useRef<FamilyCanvasProps['goTo']>(null)
  useEffect(() => {
    if (!goTo) return
    if (goTo === gone.current) return
    gone.current = goTo
    if (goTo.withAll && isReadable) showAll()
    else centreOn(goTo.id)
    if (goTo.withFocus) focusPerson(goTo.id)
  }, [goTo, centreOn, showAll, isReadable])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = arrows[event.key]
    if (direction) {
      event.preventDefault()
      const next = relativeTowards(laidOut, currentId, direction)
      if (!next) return
      onMove(next)
      keepInSight(next)
      focusPerson(next)
    }
    // The letter also works with Shift or Caps Lock; the help page shows capitals.
    const letter = pressedKey(event)
    if (letter === 'c') onStartConnecting(currentId)
    if (letter === 'l') props.onShowLines(currentId)
    if (letter === 'b') props.onBranch(props.isBranch ? null : currentId)
    if (letter === 'f') showAll()
    if (event.key === 'Escape') {
      if (connectingId) onStartConnecting(null)
      else if (props.isBranch) props.onBranch(null)
    }
    if (event.key === 'Enter' && (event.target as HTMLElement).id === `person-${currentId}`) {
      event.preventDefault()
      if (connectingId && connectingId !== currentId) onConnect(connectingId, currentId)
      else onOpen(currentId)
    }
  }
  // When zoomed far out the cards disappear: the focus moves to the frame, so that keyboard users stay in the tree.
  useEffect(() => {
    const isOnCard = document.activeElement?.id.startsWith('person-')
    if (isFar && isOnCard) frame.current?.focus({ preventScroll: true })
  }, [isFar])
  const keepInSight = (id: string) => {
    const one = laidOut.byId.get(id)
    const shown = areaOf(view, size.width, size.height, -treeSizes.width * view.zoom)
    const isSeen =
      !isFar && one && one.x > shown.left && one.x < shown.right && one.y > shown.top && one.y < shown.bottom
    if (!isSeen) centreOn(id)
  }
  const connect = ({ source, target }: Connection) => {
    if (source !== target) onConnect(source, target)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are meant for the cards inside, which are buttons
    <div
      ref={frame}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="relative size-full overflow-hidden rounded-card bg-background"
    >
      <canvas ref={canvas} className="pointer-events-none absolute inset-0 size-full" />
      <ReactFlow<CardNode, LineEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onMove={(_, moved: Viewport) => setView(moved)}
        onConnect={connect}
        connectionMode={ConnectionMode.Loose}
        connectionDragThreshold={8}
        connectOnClick={false}
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        disableKeyboardA11y
        zoomOnDoubleClick={false}
        minZoom={0.004}
        maxZoom={2 * nearer}
        // The MIT licence requires the notice in the source, and the package carries it.
        proOptions={{ hideAttribution: true }}
        style={{ background: 'transparent' }}
      />
      <ViewButtons onFit={showAll} onYou={() => centreOn(tree.selfId, nearer)} />
      <MiniMap
        tree={laidOut}
        view={view}
        window={size}
        onGo={(x, y) => flow.setCenter(x, y, { zoom: flow.getZoom() })}
      />
    </div>
  )
}

/** The cards and lines in the window and a margin around it, recomputed only when the window leaves that margin. */
function useShown(
  { tree, laidOut, currentId, connectingId, onChoose, onEditLine, onRemoveLine }: FamilyCanvasProps,
  view: View,
  size: { width: number; height: number },
  isFar: boolean,
): { nodes: CardNode[]; edges: LineEdge[] } {
  const kin = useMemo(() => kinOf(tree.people, tree.connections), [tree])
  const ready = useRef<{ area: Area; zoom: number; of: LaidOut } | null>(null)
  const seen = areaOf(view, size.width, size.height)
  const known = ready.current
  const isInside =
    known?.of === laidOut &&
    known.zoom / view.zoom < 1.6 &&
    view.zoom / known.zoom < 1.6 &&
    known.area.left <= seen.left &&
    known.area.right >= seen.right &&
    known.area.top <= seen.top &&
    known.area.bottom >= seen.bottom
  if (!isInside) {
    const area = areaOf(view, size.width, size.height, MARGIN)
    ready.current = { area, zoom: view.zoom, of: laidOut }
  }
  const area = ready.current?.area ?? seen

  const nodes = useMemo(() => {
    if (isFar || size.width === 0) return []
    return peopleIn(laidOut, area).map(
      ({ id, x, y, person }): CardNode => ({
        id,
        type: 'person',
        position: { x, y },
        width: treeSizes.width,
        height: treeSizes.height,
        data: {
          person,
          relation: relationToYou(kin, tree.selfId, person),
          isCurrent: id === currentId,
          isConnecting: id === connectingId,
          onChoose,
        },
      }),
    )
  }, [isFar, size.width, laidOut, area, kin, tree.selfId, currentId, connectingId, onChoose])

  const edges = useMemo(() => {
    if (isFar || size.width === 0) return []
    const called = (id: string) => {
      const one = laidOut.byId.get(id)
      return one ? nameOf(one.person) : ''
    }
    return linesIn(laidOut, area).flatMap((line): LineEdge[] => {
      const joins = line.connections.map((connection) => ({
        connection,
        names: `${called(connection.fromId)} and ${called(connection.toId)}`,
      }))
      const data = { line, joins, onEdit: onEditLine, onRemove: onRemoveLine }
      return [
        {
          id: line.id,
          type: 'line',
          source: line.fromId,
          target: line.toId,
          sourceHandle: 'dot',
          targetHandle: 'dot',
          // By default React Flow exposes each edge as an image labelled with the ids of the two nodes.
          domAttributes: { 'aria-hidden': true },
          data,
        },
      ]
    })
  }, [isFar, size.width, laidOut, area, onEditLine, onRemoveLine])
  return { nodes, edges }
}

/** Retries, because the card may only exist after the next render. */
function focusPerson(id: string): void {
  let tries = 0
  const attempt = () => {
    const card = document.getElementById(`person-${id}`)
    if (card) card.focus({ preventScroll: true })
    else if (tries++ < 20) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}
