import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { buttonStyle } from './button.tsx'
import { ClosesOnRequest } from './closes-on-request.tsx'
import { cn } from './cn.ts'
import { keepOpen } from './double-press.ts'
import { addOpenEditor } from './open-editors.ts'
import { SendingContext, useSendingForms } from './sending.ts'
import { overlayStyle, sheetStyle } from './sheet.ts'
import { UnsavedContext } from './unsaved.ts'
import { type DiscardWords, travel, useDiscardQuestion } from './use-discard-question.tsx'
import { useOpener } from './use-opener.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The maximum width; the default is 560 px. */
  width?: 'narrow' | 'wide'
  /** Puts the focus into the first field, for dialogs in which typing is all there is to do. */
  focusFirstField?: boolean
  /** The question before closing, where what would be lost is not changes. */
  discardWords?: DiscardWords
  children: ReactNode
}

/**
 * A dialog: in the middle of a large screen, a sheet from below on a phone. Escape and the cross close it. If a form in it
 * has unsaved input (`useUnsaved`), the dialog asks first; while a form is being sent (`useSending`), it stays open.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    width = 'narrow',
    focusFirstField,
    discardWords,
    children,
  } = props
  const returnFocus = useOpener(open)
  const { forms, wishToClose, askBefore, question } = useDiscardQuestion(
    open,
    () => onOpenChange(false),
    travel,
    discardWords,
  )
  const sending = useSendingForms()
  const ask = useEffectEvent(askBefore)
  useEffect(() => {
    if (!open) return
    return addOpenEditor({ wouldLose: () => forms.size > 0, askBefore: (goOn) => ask(goOn) })
  }, [open, forms])
  return (
    <UnsavedContext value={forms}>
      <Radix.Root open={open} onOpenChange={() => (sending.isSending ? undefined : wishToClose())}>
        <Radix.Portal>
          <Radix.Overlay className={overlayStyle} />
          <Radix.Content
            className={cn(sheetStyle, width === 'wide' ? 'sm:max-w-[47.5rem]' : 'sm:max-w-[35rem]')}
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...(focusFirstField ? { onOpenAutoFocus: focusField } : {})}
            onCloseAutoFocus={returnFocus}
            onPointerDownOutside={keepOpen}
          >
            <div className="flex items-start gap-4">
              <div className="min-w-0 flex-1 pt-1.5">
                <Radix.Title className="text-xl font-bold">{title}</Radix.Title>
                {description ? (
                  <Radix.Description className="mt-2 text-pretty text-muted">{description}</Radix.Description>
                ) : null}
              </div>
              <Radix.Close
                disabled={sending.isSending}
                className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), '-mt-1 -mr-2')}
              >
                <X aria-hidden="true" />
                <span className="sr-only">Close</span>
              </Radix.Close>
            </div>
            <ClosesOnRequest />
            <SendingContext value={sending}>{children}</SendingContext>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {question}
    </UnsavedContext>
  )
}

function focusField(event: Event): void {
  const dialog = event.currentTarget
  const field =
    dialog instanceof HTMLElement ? dialog.querySelector<HTMLInputElement>('input:not([hidden])') : null
  if (field === null) return
  event.preventDefault()
  field.focus()
}
