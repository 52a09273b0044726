import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** The buttons at a dialog's end: the way back first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}

/** The way back out of a dialog; like Escape it asks where something would be lost. */
export function DialogCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  return (
    <Radix.Close asChild>
      <Button variant="outline">{children}</Button>
    </Radix.Close>
  )
}
