import { treeSizes } from '#contract/tree-coordinates.ts'
import { type Area, type LaidOut, linesIn, peopleIn } from './laid-out.ts'

export type View = { x: number; y: number; zoom: number }

/** Below this zoom names would be illegible: people are drawn as blank rectangles. */
export const FAR = 0.32

/** The area of the tree that a window of this size shows, in the tree's coordinates. */
export function areaOf({ x, y, zoom }: View, width: number, height: number, margin = 0): Area {
  return {
    left: (-x - margin) / zoom,
    top: (-y - margin) / zoom,
    right: (-x + width + margin) / zoom,
    bottom: (-y + height + margin) / zoom,
  }
}

export type Colours = { line: string; card: string; self: string; edge: string; ring: string }

export const noColours: Colours = { line: '', card: '', self: '', edge: '', ring: '' }

/** The colours of the page's theme, for drawing on a canvas. */
export function coloursOf(element: Element): Colours {
  const probe = document.createElement('span')
  element.append(probe)
  // With forced colours (high contrast) every colour of ours would come out as the same one, so system colours are used.
  const isForced = matchMedia('(forced-colors: active)').matches
  const colour = (name: string, systemName: string) => {
    probe.style.color = isForced ? systemName : `var(${name})`
    return getComputedStyle(probe).color
  }
  const colours = {
    line: colour('--edge', 'CanvasText'),
    card: colour('--card', 'Canvas'),
    self: colour('--leaf', 'Highlight'),
    edge: colour('--edge', 'CanvasText'),
    ring: colour('--ring', 'Highlight'),
  }
  probe.remove()
  return colours
}

/**
 * Draws the visible lines and, where people are too small for cards, the people as blank rectangles. One canvas costs a few
 * milliseconds however many there are; each DOM element would cost about as much.
 */
export function drawTree(
  canvas: HTMLCanvasElement,
  tree: LaidOut,
  view: View,
  { width, height }: { width: number; height: number },
  colours: Colours,
): void {
  const scale = window.devicePixelRatio || 1
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale)
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return

  const area = areaOf(view, width, height)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale * view.zoom, 0, 0, scale * view.zoom, scale * view.x, scale * view.y)
  context.strokeStyle = colours.line
  context.lineWidth = Math.max(2, 1 / view.zoom)
  strokeLines(context, tree, area)
  if (view.zoom < FAR) fillPeople(context, tree, area, colours)
}

function strokeLines(context: CanvasRenderingContext2D, tree: LaidOut, area: Area): void {
  const shown = linesIn(tree, area)
  for (const isBroken of [false, true]) {
    context.setLineDash(isBroken ? [8, 8] : [])
    context.beginPath()
    for (const line of shown) {
      if (line.isBroken !== isBroken) continue
      const { points } = line
      context.moveTo(points[0] ?? 0, points[1] ?? 0)
      for (let i = 2; i < points.length; i += 2) context.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
    }
    context.stroke()
  }
  context.setLineDash([])
}

function fillPeople(context: CanvasRenderingContext2D, tree: LaidOut, area: Area, colours: Colours): void {
  const { width, height } = treeSizes
  context.fillStyle = colours.card
  context.beginPath()
  const shown = peopleIn(tree, area)
  for (const one of shown) context.rect(one.x, one.y, width, height)
  context.fill()
  context.stroke()
  context.fillStyle = colours.self
  for (const one of shown) if (one.person.isSelf) context.fillRect(one.x, one.y, width, height)
}
