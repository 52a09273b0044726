import { useEffect, useEffectEvent } from 'react'

/**
 * Calls back when a page that was left for another site is restored from the back/forward cache: buttons that were busy with
 * leaving would otherwise stay busy for good.
 */
export function useShownAgain(then: () => void): void {
  const hear = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) then()
  })
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => hear(event)
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
}
