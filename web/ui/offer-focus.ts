/**
 * Gives an element the focus where nothing else has it: what had it has gone, or lies around the element, or the heading of the
 * page has it for want of anything better. An answer may come long after it was asked for, and whoever writes or chooses something
 * else by then is left where they are.
 *
 * @param fromButtons takes it from a button, too: from the one, say, whose row is about to go
 */
export function offerFocus(element: HTMLElement | null, { fromButtons = false } = {}): void {
  const focused = document.activeElement
  const isFree =
    focused === null ||
    focused.contains(element) ||
    focused.matches('h1, [data-keeps-place]') ||
    (fromButtons && isOnPage(focused))
  if (isFree) element?.focus({ preventScroll: true })
}

/** A button, and not one of something that lies open over the page. */
const isOnPage = (focused: Element) =>
  focused.tagName === 'BUTTON' && focused.closest('[role=dialog], [role=alertdialog], [role=menu]') === null

/**
 * Whether the focus, which what has just closed would give back to this element, has gone elsewhere: to a dialog that came in its
 * place, or to the menu or the field that somebody has pressed since. It is asked a moment after the closing, and on a busy device
 * presses come before that. A heading has the focus only for want of anything better.
 */
export function isFocusTakenFrom(element: Element | null): boolean {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused.matches('h1')) return false
  return !focused.contains(element)
}
