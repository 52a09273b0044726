import { useLayoutEffect } from 'react'

/**
 * The whole page is dark while somebody records, dialogs included, whatever the person prefers elsewhere. Before the
 * first paint, so that nobody sees the light go out.
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
