import { type RefCallback, useCallback, useState } from 'react'

/** The height of an element that sticks to the top of the window, as it grows and shrinks; 0 where it scrolls away. */
export function useStickyHeight(): [RefCallback<HTMLElement>, number] {
  const [height, setHeight] = useState(0)
  const follow = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () =>
      setHeight(getComputedStyle(element).position === 'sticky' ? element.offsetHeight : 0)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Whether it sticks depends on the window.
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
  return [follow, height]
}
