import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonStyle } from './button.tsx'
import { cn } from './cn.ts'
import { useOpener } from './use-opener.ts'

export const overlayStyle = 'fixed inset-0 z-40 bg-black/55 data-[state=open]:animate-appear'
export const sheetStyle =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col gap-6 overflow-y-auto rounded-t-[20px] bg-raised p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-card data-[state=open]:animate-appear sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-[20px] sm:p-8'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Widest it may get; the default is 560 px. */
  width?: 'narrow' | 'wide'
  /** Where typing is all there is to do: the first field has the focus from the start. */
  focusFirstField?: boolean
  children: ReactNode
}

/** A dialog: in the middle of a large screen, a sheet from below on a phone. Escape and the cross close it. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, width = 'narrow', focusFirstField, children } = props
  const returnFocus = useOpener(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyle} />
        <Radix.Content
          className={cn(sheetStyle, width === 'wide' ? 'sm:max-w-[760px]' : 'sm:max-w-[560px]')}
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...(focusFirstField ? { onOpenAutoFocus: focusField } : {})}
          onCloseAutoFocus={returnFocus}
        >
          <div className="flex items-start gap-4">
            <div className="min-w-0 flex-1 pt-1.5">
              <Radix.Title className="text-xl font-bold">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-2 text-pretty text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), '-mt-1 -mr-2')}>
              <X aria-hidden="true" />
              <span className="sr-only">Close</span>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function focusField(event: Event): void {
  const dialog = event.currentTarget
  const field = dialog instanceof HTMLElement ? dialog.querySelector('input') : null
  if (field === null) return
  event.preventDefault()
  field.focus()
}

/** The buttons at a dialog's end: the way back first, the action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
