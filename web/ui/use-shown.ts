import { useLayoutEffect, useRef } from 'react'

/** Asked later, whether the part of the page that asks is still drawn: what comes too late for it has to be told elsewhere. */
export function useShown(): () => boolean {
  const isShown = useRef(false)
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
