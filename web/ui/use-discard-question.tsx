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

type Way = Parameters<ShouldBlockFn>[0]['action']

/** Not where the app itself leads on, after something was saved. */
export const travel: readonly Way[] = ['BACK', 'FORWARD', 'GO']

/**
 * Asks once before what was entered is lost: by Escape, by a press beside a dialog, by its cross or Cancel, and by the ways
 * to another page. Reloading and closing the page are asked about by the browser, in its own words.
 *
 * @param ways to another page that are asked about; the same list every time
 */
export function useDiscardQuestion(
  open: boolean,
  close: () => void,
  ways: readonly Way[] = travel,
): DiscardQuestion {
  const [forms] = useState<UnsavedForms>(() => new Set())
  const [asks, setAsks] = useState(false)
  // Saved while it was asked: there is nothing left to be lost.
  if (asks && !open) setAsks(false)

  const wouldLose = useCallback(() => forms.size > 0, [forms])
  const blocks: ShouldBlockFn = useCallback(
    ({ action }) => ways.includes(action) && forms.size > 0,
    [ways, forms],
  )
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
