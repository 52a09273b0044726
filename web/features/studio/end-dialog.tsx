import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export type EndDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether nothing was recorded or written. */
  isEmpty: boolean
  busy: boolean
  onEnd: () => void
}

/** Asks before a session ends. */
export function EndDialog({ isEmpty, onEnd, ...rest }: EndDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      title="End Recording Session?"
      description={
        isEmpty
          ? 'Nothing has been recorded or written yet, so there is no story to keep.'
          : 'The recording stops and your story is kept, with everything that was recorded and written.'
      }
      cancelLabel="Go on with the session"
      confirmLabel="End Session"
      onConfirm={onEnd}
    />
  )
}
