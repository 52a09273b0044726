import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useContext } from 'react'
import { Button } from './button.tsx'
import { SendingContext } from './sending.ts'

/** The buttons at the end of a dialog: Cancel first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}

/** A dialog's Cancel button. Like Escape, it asks if something would be lost, and it is disabled while something is being sent. */
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
