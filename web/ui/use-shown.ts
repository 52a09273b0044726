import { useLayoutEffect, useRef } from 'react'

/** Returns a function that tells whether the component is still mounted: if not, a late result must be reported elsewhere. */
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
