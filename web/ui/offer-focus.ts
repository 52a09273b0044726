/**
 * Focuses an element, unless the focus is in use elsewhere. The focus counts as free if nothing has it, if an element around this one
 * has it, or if the page's heading has it, which gets it only as a last resort. An answer may come long after its request, and
 * a person who is writing or choosing something else by then must not be interrupted.
 *
 * @param fromButtons also takes the focus from a button, such as one whose row is about to be removed
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

/** Whether it is a button of the page itself, not of a dialog or menu open over it. */
const isOnPage = (focused: Element) =>
  focused.tagName === 'BUTTON' && focused.closest('[role=dialog], [role=alertdialog], [role=menu]') === null

/**
 * Whether the focus, which a closing dialog or menu would return to this element, has already gone elsewhere: to a dialog that replaced
 * the first, or to a menu or field that somebody has pressed since. This is checked a moment after the closing, and on a busy device
 * presses come before that. A focused heading does not count, since it gets the focus only as a last resort.
 */
export function isFocusTakenFrom(element: Element | null): boolean {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused.matches('h1')) return false
  return !focused.contains(element)
}
