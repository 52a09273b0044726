import { useBlocker } from '@tanstack/react-router'
import { travel } from '../../ui/use-discard-question.tsx'

/** While somebody tells, Back asks what End asks: a thumb that slips over a phone must not end the telling without a word. */
export function useBackAsks(isTelling: boolean, ask: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (!travel.includes(action)) return false
      ask()
      return true
    },
    // What closes the page is asked about by whatever is not safe yet.
    enableBeforeUnload: false,
    disabled: !isTelling,
  })
}
