/**
 * Whether somebody writes or chooses something outside of a line by now: an answer that comes late does not call them back.
 *
 * @param list around all lines
 */
export function hasGoneOn(list: HTMLElement | null, lineId: string): boolean {
  const focused = document.activeElement
  if (list === null || focused === null || focused.contains(list)) return false
  if (list.contains(focused)) {
    return focused.tagName === 'TEXTAREA' && focused.closest(`[data-line="${lineId}"]`) === null
  }
  // The question whether to leave the line belongs to it.
  return focused.closest('[role=alertdialog]') === null
}
