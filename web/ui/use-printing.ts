import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: lists that render only what is near the window must then render everything. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    // Synchronously, because the browser prints the page as it is after this event.
    const tell = (now: boolean) => () => flushSync(() => setPrinting(now))
    window.addEventListener('beforeprint', tell(true), { signal })
    window.addEventListener('afterprint', tell(false), { signal })
    return () => leave.abort()
  }, [])
  return printing
}
