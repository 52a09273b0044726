import { isNarrow, type Point } from '../../ui/toast-place.ts'

/** What stands at the lower edge of a phone, in pixels. */
const BAR = 88

/**
 * Tells of something that a place in the page says as well. On a phone a message is as wide as the window and would lie over
 * that place and its buttons: what is in plain sight is not told, and what lies further down is told above.
 * @param tell hears where that place is, if messages are to leave it alone
 */
export function tellUnseen(placeId: string, tell: (at?: Point) => void): void {
  // A file that is refused at once has its row a moment later.
  setTimeout(() => {
    const place = isNarrow(innerWidth) ? document.getElementById(placeId)?.getBoundingClientRect() : undefined
    // In a tab that is not chosen it has no size.
    if (!place?.height) return tell()
    const isInSight = place.top >= 0 && place.bottom <= innerHeight - BAR
    if (!isInSight) tell({ x: place.left, y: place.bottom })
  })
}
