import { useSyncExternalStore } from 'react'

/** Windows as narrow as a phone's: the same as the styles' `max-sm`. */
export const onPhone = '(width < 40rem)'

/** Whether a media query matches at present. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
