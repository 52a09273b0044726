import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useState } from 'react'

/** What a dialog knows of its forms that are being sent. */
export type Sending = {
  isSending: boolean
  /** Registers one more form that is being sent. Returns a function to call when the answer is there. */
  begin: () => () => void
}

/** Through this the forms of a dialog report that they are being sent; null without a dialog around them. */
export const SendingContext = createContext<Sending | null>(null)

/**
 * Tells the dialog around this form that it is being sent. The dialog then stays open until the answer is there: if it closed
 * earlier, sending would seem cancelled, and the late answer would close whatever somebody has opened since.
 */
export function useSending(busy: boolean): void {
  const begin = useContext(SendingContext)?.begin
  useLayoutEffect(() => (busy ? begin?.() : undefined), [busy, begin])
}

/** For a dialog: the value it provides to its forms by `SendingContext`. */
export function useSendingForms(): Sending {
  const [count, setCount] = useState(0)
  const begin = useCallback(() => {
    setCount((now) => now + 1)
    return () => setCount((now) => now - 1)
  }, [])
  return useMemo(() => ({ isSending: count > 0, begin }), [count, begin])
}
