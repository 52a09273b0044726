import { useState } from 'react'

/**
 * Asking once more for what failed. While it is asked the button is `busy` and keeps the focus; `tries` are those that have failed
 * since: whoever asks and is told the same hears it again, when it is the key of what says so.
 */
export function useRetry(retry: (() => unknown) | undefined) {
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const again = async () => {
    setBusy(true)
    try {
      await retry?.()
    } finally {
      setBusy(false)
      setTries(tries + 1)
    }
  }
  return { busy, tries, again }
}
