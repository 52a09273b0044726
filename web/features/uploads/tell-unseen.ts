import { isNarrow, type Point } from '../../ui/toast-place.ts'

/** The height of the navigation bar at the lower edge of a phone or tablet, in pixels. */
const BAR = 88
/** The height of three stacked messages, in pixels. That many are common, because files are chosen, and refused, by the dozen. */
const STACK = 270

/**
 * Shows a message about something that an element of the page says as well, without covering the list around that element: if the list
 * reaches down to where messages appear, the message is placed above it. On a phone a message is as wide as the window, and a list may
 * also take up all the height; then a message is shown only if the element is out of view, and above the element's place.
 * @param tell called with the place that messages have to keep clear of, if any; not called if no message is needed
 */
export function tellUnseen(placeId: string, tell: (at?: Point) => void): void {
  // Delayed, because the row of a file that is refused immediately is only rendered a moment later.
  setTimeout(() => {
    const element = document.getElementById(placeId)
    const place = element?.getBoundingClientRect()
    // An element in a hidden tab panel has no size.
    if (!place?.height) return tell()
    const list = element?.closest('[data-uploads]')?.getBoundingClientRect() ?? place
    const isFreeBelow = list.bottom < innerHeight - BAR - STACK
    if (!isNarrow(innerWidth) && (isFreeBelow || list.top > STACK))
      return tell({ x: list.right, y: isFreeBelow ? list.top : innerHeight })

    const isInSight = place.top >= 0 && place.bottom <= innerHeight - BAR
    if (!isInSight) tell({ x: list.right, y: place.bottom })
  })
}
