/** How far messages reach from the corner where they appear, in pixels, with the bar of a phone below them. */
const REACH = { width: 440, height: 220 }
/** Below that they are as wide as the window. */
const NARROW = 600

/** Whether a message is as wide as the window. */
export const isNarrow = (windowWidth: number): boolean => windowWidth < NARROW

export type Point = { x: number; y: number }
type Size = { width: number; height: number }

/**
 * Where a message appears: at the bottom, except where somebody is at work there. It would lie over the buttons of the very row whose
 * button they have just pressed, and of the next.
 */
export function toastPlace(at: Point | null, window: Size): 'bottom-right' | 'top-right' {
  if (at === null) return 'bottom-right'
  const isLow = at.y > window.height - REACH.height
  const isBeside = isNarrow(window.width) || at.x > window.width - REACH.width
  return isLow && isBeside ? 'top-right' : 'bottom-right'
}

let lastPress: { at: Point; target: Element } | null = null

/** Notes where something is pressed, by hand or by key. */
export function watchPresses(): void {
  const note = (at: Point, target: EventTarget | null) => {
    if (target instanceof Element) lastPress = { at, target }
  }
  document.addEventListener('pointerdown', ({ clientX, clientY, target }) =>
    note({ x: clientX, y: clientY }, target),
  )
  document.addEventListener('keydown', ({ key, target }) => {
    if ((key !== 'Enter' && key !== ' ') || !(target instanceof Element)) return
    const { left, right, top, bottom } = target.getBoundingClientRect()
    note({ x: (left + right) / 2, y: (top + bottom) / 2 }, target)
  })
}

/** Where somebody is at work on the page just now; what was pressed in a dialog goes with it. */
export function placeOfWork(): Point | null {
  if (lastPress === null || lastPress.target.closest('[role=dialog], [role=alertdialog], [role=menu]'))
    return null
  return lastPress.at
}
