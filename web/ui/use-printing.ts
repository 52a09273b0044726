import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what is only drawn near the window has to be drawn whole for paper. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    // At once: the browser takes the page as it stands after this event.
    const tell = (now: boolean) => () => flushSync(() => setPrinting(now))
    window.addEventListener('beforeprint', tell(true), { signal })
    window.addEventListener('afterprint', tell(false), { signal })
    return () => leave.abort()
  }, [])
  return printing
}
