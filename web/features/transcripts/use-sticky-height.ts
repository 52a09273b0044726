import { type RefCallback, useCallback, useState } from 'react'

/** Tracks the height of an element that sticks to the top of the window; 0 while it scrolls with the page. */
export function useStickyHeight(): [RefCallback<HTMLElement>, number] {
  const [height, setHeight] = useState(0)
  const follow = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () =>
      setHeight(getComputedStyle(element).position === 'sticky' ? element.offsetHeight : 0)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Whether the element sticks depends on the window's size.
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
  return [follow, height]
}
