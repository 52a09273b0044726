import { useState } from 'react'

/**
 * Retries something that failed. While it runs, the button should be `busy`, which keeps the focus. `tries` counts the finished retries:
 * used as the key of the error message, it makes a screen reader announce the same message again.
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
