import { createContext, useContext, useEffect, useId, useState } from 'react'

/** The forms of a dialog, by an id of each, that hold something which closing it would lose. */
export type UnsavedForms = Set<string>

/** Where the forms of a dialog say it; without a dialog around them nobody listens. */
export const UnsavedContext = createContext<UnsavedForms | null>(null)

/**
 * Tells the dialog around this form that closing it would lose something, as long as what is entered differs from what the
 * form began with. The dialog then asks before it closes.
 *
 * @param entered what JSON can write, and the same whenever it means the same
 */
export function useUnsaved(entered: unknown): void {
  useUnsavedIn(useContext(UnsavedContext), entered)
}

/** All forms of the page that hold something unsaved, by their ids. */
const everywhere = new Set<string>()

/** Whether anything is entered anywhere that would be lost with the page. */
export const isAnythingUnsaved = (): boolean => everywhere.size > 0

/** The same, told to `forms`. */
export function useUnsavedIn(forms: UnsavedForms | null, entered: unknown): void {
  const now = JSON.stringify(entered)
  const [begun] = useState(now)
  useLossIn(forms, now !== begun)
}

/** For what nobody has entered, and closing the dialog around it would lose all the same. */
export function useLoss(wouldLose: boolean): void {
  useLossIn(useContext(UnsavedContext), wouldLose)
}

function useLossIn(forms: UnsavedForms | null, wouldLose: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!wouldLose) return
    const told = [everywhere, ...(forms ? [forms] : [])]
    for (const set of told) set.add(id)
    return () => {
      for (const set of told) set.delete(id)
    }
  }, [forms, id, wouldLose])
}
