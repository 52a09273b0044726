import { isNarrow, type Point } from '../../ui/toast-place.ts'

/** What stands at the lower edge of a phone or a tablet, in pixels. */
const BAR = 88
/** How far three messages reach from the edge at which they stand on each other: files are chosen, and refused, by the dozen. */
const STACK = 270

/**
 * Tells of something that a place in the page says as well, and leaves the list around it alone: where that reaches down to where
 * messages appear, it is told above it. On a phone a message is as wide as the window, and where a list fills all the height there is
 * no place beside it, either: what is in plain sight there is not told, and what lies further down is told above.
 * @param tell hears which place messages are to leave alone, if any
 */
export function tellUnseen(placeId: string, tell: (at?: Point) => void): void {
  // A file that is refused at once has its row a moment later.
  setTimeout(() => {
    const element = document.getElementById(placeId)
    const place = element?.getBoundingClientRect()
    // In a tab that is not chosen it has no size.
    if (!place?.height) return tell()
    const list = element?.closest('[data-uploads]')?.getBoundingClientRect() ?? place
    const isFreeBelow = list.bottom < innerHeight - BAR - STACK
    if (!isNarrow(innerWidth) && (isFreeBelow || list.top > STACK))
      return tell({ x: list.right, y: isFreeBelow ? list.top : innerHeight })

    const isInSight = place.top >= 0 && place.bottom <= innerHeight - BAR
    if (!isInSight) tell({ x: list.right, y: place.bottom })
  })
}
