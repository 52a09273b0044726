import { AlertDialog as Radix } from 'radix-ui'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { sentenceOf } from '../lib/errors.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { ClosesOnRequest } from './closes-on-request.tsx'
import { cn } from './cn.ts'
import { DialogActions } from './dialog-actions.tsx'
import { overlayStyle, sheetStyle } from './sheet.ts'
import { useOpener } from './use-opener.ts'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Shows a spinner while the work runs. The dialog stays open, since the work can no longer be cancelled. */
  busy?: boolean
  /** The last attempt's error, or a sentence about it; the dialog stays open so that it can be tried again. */
  error?: unknown
  onConfirm: () => void
}

/**
 * Asks before something is deleted. A press outside does not close the dialog. Cancel has the focus at first, and a press beside the
 * buttons leaves the focus where it was, for people who answer with Enter.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, busy = false } = props
  const returnFocus = useOpener(open)
  const answer = useRef<HTMLElement>(null)
  // On click rather than on mousedown: refocusing then would make it impossible to select text.
  const refocus = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (document.activeElement === currentTarget) answer.current?.focus()
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyle} onMouseDown={(event) => event.preventDefault()} />
        <Radix.Content
          className={cn(sheetStyle, 'sm:max-w-[32.5rem]')}
          onCloseAutoFocus={returnFocus}
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget) answer.current = target
          }}
          onClick={refocus}
        >
          <ClosesOnRequest />
          <Question {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Mounted anew at each opening, so that the error of an earlier question is not shown in this one. */
function Question({
  title,
  description,
  confirmLabel,
  cancelLabel,
  busy = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const confirm = () => {
    setIsConfirmed(true)
    onConfirm()
  }
  return (
    <>
      <div>
        <Radix.Title className="text-xl font-bold">{title}</Radix.Title>
        <Radix.Description className="mt-3 text-muted">{description}</Radix.Description>
      </div>
      {isConfirmed && error ? <Alert>{typeof error === 'string' ? error : sentenceOf(error)}</Alert> : null}
      <DialogActions>
        <Radix.Cancel asChild>
          <Button variant="outline" disabled={busy}>
            {cancelLabel ?? 'Cancel'}
          </Button>
        </Radix.Cancel>
        <Button variant="destructive" busy={busy} onClick={confirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </>
  )
}
