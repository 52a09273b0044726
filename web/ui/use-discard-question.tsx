import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'
import type { UnsavedForms } from './unsaved.ts'

export type DiscardQuestion = {
  /** What the forms inside say goes here. */
  forms: UnsavedForms
  /** Closes at once where nothing would be lost, and asks where something would. */
  wishToClose: () => void
  /** Asks what `wishToClose` asks, and goes on with something else once it has closed. */
  askBefore: (goOn: () => void) => void
  question: ReactNode
}

export type DiscardWords = Pick<ConfirmDialogProps, 'title' | 'description' | 'confirmLabel' | 'cancelLabel'>

const ofChanges: DiscardWords = {
  title: 'Discard your changes?',
  description: 'What you have entered here is not saved yet.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
}

type Way = Parameters<ShouldBlockFn>[0]['action']

/** Not where the app itself leads on, after something was saved. */
export const travel: readonly Way[] = ['BACK', 'FORWARD', 'GO']

/**
 * Asks once before what was entered is lost: by Escape, by a press beside a dialog, by its cross or Cancel, and by the ways
 * to another page. Reloading and closing the page are asked about by the browser, in its own words.
 *
 * @param ways to another page that are asked about; the same list every time
 * @param words where it is not changes that would be lost
 */
export function useDiscardQuestion(
  open: boolean,
  close: () => void,
  ways: readonly Way[] = travel,
  words: DiscardWords = ofChanges,
): DiscardQuestion {
  const [forms] = useState<UnsavedForms>(() => new Set())
  const [asks, setAsks] = useState<{ goOn?: () => void } | null>(null)
  // Saved while it was asked: there is nothing left to be lost.
  if (asks && !open) setAsks(null)

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

  const stay = () => {
    setAsks(null)
    reset?.()
  }
  const discard = () => {
    setAsks(null)
    proceed?.()
    close()
    asks?.goOn?.()
  }

  const isAsking = open && (asks !== null || status === 'blocked')
  const wishToClose = () => {
    if (!wouldLose()) return close()
    // A second Escape answers the question, also one that comes before the question listens for it.
    if (isAsking) return stay()
    setAsks({})
  }

  return {
    forms,
    wishToClose,
    askBefore: (goOn) => setAsks({ goOn }),
    question: <ConfirmDialog open={isAsking} onOpenChange={stay} {...words} onConfirm={discard} />,
  }
}
