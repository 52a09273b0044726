import { useLayoutEffect } from 'react'

/**
 * Makes the whole page dark while somebody records, dialogs included, whatever theme the person prefers elsewhere. In a layout effect,
 * before the first paint, so that the light theme never flashes.
 */
export function useDarkRoom(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset.theme
    dataset.theme = 'dark'
    return () => {
      if (before === undefined) delete dataset.theme
      else dataset.theme = before
    }
  }, [])
}
