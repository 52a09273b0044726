import { useSyncExternalStore } from 'react'

/** Windows as narrow as a phone's: those for which styles say `max-sm`. */
export const onPhone = '(width < 40rem)'

/** Whether a media query holds just now. */
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
