/**
 * Whether the person's focus has moved on to something other than this line. If so, a late answer must not pull the focus back.
 *
 * @param list the element around all lines
 */
export function hasGoneOn(list: HTMLElement | null, lineId: string): boolean {
  const focused = document.activeElement
  if (list === null || focused === null || focused.contains(list)) return false
  if (list.contains(focused)) {
    return focused.tagName === 'TEXTAREA' && focused.closest(`[data-line="${lineId}"]`) === null
  }
  // The question whether to leave the line (an alert dialog) still belongs to the line.
  return focused.closest('[role=alertdialog]') === null
}
