import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useContext } from 'react'
import { Button } from './button.tsx'
import { SendingContext } from './sending.ts'

/** The buttons at a dialog's end: the way back first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}

/** The way back out of a dialog; like Escape it asks where something would be lost, and waits for what is on its way. */
export function DialogCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  const isSending = useContext(SendingContext)?.isSending ?? false
  return (
    <Radix.Close asChild>
      <Button variant="outline" disabled={isSending}>
        {children}
      </Button>
    </Radix.Close>
  )
}
