import { useBlocker } from '@tanstack/react-router'
import { travel } from '../../ui/use-discard-question.tsx'

/** While somebody is recording, Back asks the same as End: an accidental swipe on a phone must not end the recording unasked. */
export function useBackAsks(isTelling: boolean, ask: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (!travel.includes(action)) return false
      ask()
      return true
    },
    // Closing the page is handled elsewhere: whatever is not safe yet asks before that (see `warnBeforeLeaving`).
    enableBeforeUnload: false,
    disabled: !isTelling,
  })
}
