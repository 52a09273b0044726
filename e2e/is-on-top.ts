/** Whether a press on any part of the element reaches it; runs in the page. */
export function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [0.1, 0.5, 0.9].every((part) => {
    const hit = document.elementFromPoint(left + width * part, top + height / 2)
    return hit !== null && element.contains(hit)
  })
}
