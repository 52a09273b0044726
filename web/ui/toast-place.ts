/** The area that toasts take up at the corner where they appear, in pixels, including a phone's navigation bar below them. */
const REACH = { width: 440, height: 220 }
/** In windows narrower than this, toasts are as wide as the window. */
const NARROW = 600

/** Whether toasts are as wide as the window. */
export const isNarrow = (windowWidth: number): boolean => windowWidth < NARROW

export type Point = { x: number; y: number }
type Size = { width: number; height: number }

/**
 * Where a toast appears: at the bottom, unless somebody is working there. It would cover the buttons of the very row that
 * they have just used, and of the next.
 */
export function toastPlace(at: Point | null, window: Size): 'bottom-right' | 'top-right' {
  if (at === null) return 'bottom-right'
  const isLow = at.y > window.height - REACH.height
  const isBeside = isNarrow(window.width) || at.x > window.width - REACH.width
  return isLow && isBeside ? 'top-right' : 'bottom-right'
}

let lastPress: { at: Point; target: Element } | null = null

/** Records where something is pressed, by pointer or by key. */
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

/** Where somebody was last working on the page. Presses in a dialog or menu do not count, since that closes. */
export function placeOfWork(): Point | null {
  if (lastPress === null || lastPress.target.closest('[role=dialog], [role=alertdialog], [role=menu]'))
    return null
  return lastPress.at
}
