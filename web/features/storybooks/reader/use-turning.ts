import { type TouchEvent, useEffect, useRef, useState } from 'react'

/** A movement of the finger shorter than this, in px, is a tap and no swipe. */
const swipePx = 60

/**
 * Turns pages by keyboard and by swiping on the element that the returned props are given to.
 *
 * @param isToTheLeft whether the next page lies to the left, as in a book in Hebrew or Arabic
 */
export function useTurning(
  turn: (by: 1 | -1) => void,
  jump: (to: 'first' | 'last') => void,
  isToTheLeft: boolean,
) {
  const latest = useRef({ turn, jump, isToTheLeft })
  useEffect(() => {
    latest.current = { turn, jump, isToTheLeft }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event))
        return
      const isNextLeft = latest.current.isToTheLeft || isPageToTheLeft()
      const steps: Record<string, () => void> = {
        ArrowRight: () => latest.current.turn(isNextLeft ? -1 : 1),
        ArrowLeft: () => latest.current.turn(isNextLeft ? 1 : -1),
        PageDown: () => latest.current.turn(1),
        PageUp: () => latest.current.turn(-1),
        Home: () => latest.current.jump('first'),
        End: () => latest.current.jump('last'),
      }
      const step = steps[event.key]
      if (!step) return
      event.preventDefault()
      step()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const [isEnlarged, setEnlarged] = useState(isEnlargedNow)
  useEffect(() => {
    const look = () => setEnlarged(isEnlargedNow())
    window.visualViewport?.addEventListener('resize', look)
    return () => window.visualViewport?.removeEventListener('resize', look)
  }, [])

  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    // Across a page that two fingers have enlarged one finger moves, to the ends of its lines.
    style: { touchAction: isEnlarged ? 'auto' : 'pan-y pinch-zoom' },
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches.length === 1 && !isEnlargedNow() ? event.touches[0] : undefined
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      const from = start.current
      start.current = null
      if (!touch || !from) return
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
      const isNextLeft = isToTheLeft || isPageToTheLeft()
      // The finger draws the next page along with it, from the side where it lies.
      if (Math.abs(dx) > swipePx && Math.abs(dx) > 2 * Math.abs(dy)) turn(dx > 0 === isNextLeft ? 1 : -1)
    },
  }
}

/** A browser's translator turns the whole page round, and any book with it. */
const isPageToTheLeft = () => document.documentElement.dir === 'rtl'

const isEnlargedNow = () => (window.visualViewport?.scale ?? 1) > 1.01

/** Whether a key means something else here: in fields, menus and dialogs. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  return (
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null ||
    (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)
  )
}
