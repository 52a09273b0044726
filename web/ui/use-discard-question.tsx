import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { UnsavedForms } from './unsaved.ts'

export type DiscardQuestion = {
  /** What the forms inside say goes here. */
  forms: UnsavedForms
  /** Closes at once where nothing would be lost, and asks where something would. */
  wishToClose: () => void
  question: ReactNode
}

/**
 * Asks once before what was entered in a dialog is lost: by Escape, by a press beside it, by its cross or Cancel, and by
 * the browser's Back. Reloading and closing the page are asked about by the browser, in its own words.
 */
export function useDiscardQuestion(open: boolean, close: () => void): DiscardQuestion {
  const [forms] = useState<UnsavedForms>(() => new Set())
  const [asks, setAsks] = useState(false)
  // Saved while it was asked: there is nothing left to be lost.
  if (asks && !open) setAsks(false)

  const wouldLose = useCallback(() => forms.size > 0, [forms])
  const blocks: ShouldBlockFn = useCallback(({ action }) => isTravel(action) && forms.size > 0, [forms])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: blocks,
    enableBeforeUnload: wouldLose,
    disabled: !open,
    withResolver: true,
  })
  useEffect(() => {
    if (!open) reset?.()
    // Closed with the question open, the page stays where it is.
    return reset
  }, [open, reset])

  const goOn = () => {
    setAsks(false)
    reset?.()
  }
  const discard = () => {
    setAsks(false)
    proceed?.()
    close()
  }

  const isAsking = open && (asks || status === 'blocked')
  const wishToClose = () => {
    if (!wouldLose()) return close()
    // A second Escape answers the question, also one that comes before the question listens for it.
    if (isAsking) return goOn()
    setAsks(true)
  }

  return {
    forms,
    wishToClose,
    question: (
      <ConfirmDialog
        open={isAsking}
        onOpenChange={goOn}
        title="Discard your changes?"
        description="What you have entered here is not saved yet."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={discard}
      />
    ),
  }
}

/** Not where the app itself leads on, after something was saved. */
function isTravel(action: Parameters<ShouldBlockFn>[0]['action']): boolean {
  return action === 'BACK' || action === 'FORWARD' || action === 'GO'
}
