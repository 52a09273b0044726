import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'
import type { UnsavedForms } from './unsaved.ts'

export type DiscardQuestion = {
  /** Where the forms inside report unsaved input. */
  forms: UnsavedForms
  /** Closes at once if nothing would be lost, and asks otherwise. */
  wishToClose: () => void
  /** Asks the same question, and calls `goOn` after closing. */
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

/** The ways of leaving a page that are asked about. PUSH is not among them, since the app itself navigates after saving. */
export const travel: readonly Way[] = ['BACK', 'FORWARD', 'GO']

/**
 * Asks once before input is lost: on Escape, a press beside a dialog, its cross or Cancel, and on navigation
 * to another page. For reloading and closing the page the browser asks, in its own words.
 *
 * @param ways the kinds of navigation that are asked about; must be the same array at every render
 * @param words the question, where what would be lost is not changes
 */
export function useDiscardQuestion(
  open: boolean,
  close: () => void,
  ways: readonly Way[] = travel,
  words: DiscardWords = ofChanges,
): DiscardQuestion {
  const [forms] = useState<UnsavedForms>(() => new Set())
  const [asks, setAsks] = useState<{ goOn?: () => void } | null>(null)
  // The form was saved and closed while the question was open, so nothing is left to lose.
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
    // If the dialog is closed with the question open, the blocked navigation is dropped.
    return reset
  }, [open, reset])

  const stay = () => {
    setAsks(null)
    reset?.()
  }
  const discard = () => {
    setAsks(null)
    // So that what follows, such as a navigation, does not ask again.
    forms.clear()
    proceed?.()
    close()
    asks?.goOn?.()
  }

  const isAsking = open && (asks !== null || status === 'blocked')
  const wishToClose = () => {
    if (!wouldLose()) return close()
    // A second Escape closes the question, even if it comes before the question itself listens for it.
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
