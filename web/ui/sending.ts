import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useState } from 'react'

/** What a dialog knows of the forms in it that are on their way. */
export type Sending = {
  isSending: boolean
  /** One more is on its way; what comes back says that it has been answered. */
  begin: () => () => void
}

/** Where the forms of a dialog tell it; without a dialog around them nobody listens. */
export const SendingContext = createContext<Sending | null>(null)

/**
 * Tells the dialog around this form that it is on its way. The dialog stays until the answer is there: closed before, it would
 * seem called off, and the late answer would close what somebody has opened since.
 */
export function useSending(busy: boolean): void {
  const begin = useContext(SendingContext)?.begin
  useLayoutEffect(() => (busy ? begin?.() : undefined), [busy, begin])
}

/** For a dialog: what it gives to the forms in it. */
export function useSendingForms(): Sending {
  const [count, setCount] = useState(0)
  const begin = useCallback(() => {
    setCount((now) => now + 1)
    return () => setCount((now) => now - 1)
  }, [])
  return useMemo(() => ({ isSending: count > 0, begin }), [count, begin])
}
