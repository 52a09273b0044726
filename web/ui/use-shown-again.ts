import { useEffect, useEffectEvent } from 'react'

/**
 * Calls back when a page that was left for another site is shown again as the browser has kept it (back/forward cache): its buttons
 * would go on being busy with leaving, for good.
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
