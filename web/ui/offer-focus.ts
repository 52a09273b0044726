/**
 * Gives an element the focus where nothing else has it: what had it has gone, or lies around the element. An answer may come
 * long after it was asked for, and whoever writes or chooses something else by then is left where they are.
 *
 * @param fromButtons takes it from a button, too: from the one, say, whose row is about to go
 */
export function offerFocus(element: HTMLElement | null, { fromButtons = false } = {}): void {
  const focused = document.activeElement
  const isFree =
    focused === null ||
    focused.contains(element) ||
    focused.matches('[data-keeps-place]') ||
    (fromButtons && isOnPage(focused))
  if (isFree) element?.focus({ preventScroll: true })
}

/** A button, and not one of something that lies open over the page. */
const isOnPage = (focused: Element) =>
  focused.tagName === 'BUTTON' && focused.closest('[role=dialog], [role=alertdialog], [role=menu]') === null
