import { createContext, useContext, useEffect, useId, useState, useSyncExternalStore } from 'react'

/** The ids of a dialog's forms whose input would be lost if the dialog closed. */
export type UnsavedForms = Set<string>

/** Through this the forms of a dialog report unsaved input; null without a dialog around them. */
export const UnsavedContext = createContext<UnsavedForms | null>(null)

/**
 * Tells the dialog around this form that closing it would lose something, as long as the input differs from what the
 * form began with. The dialog then asks before it closes.
 *
 * @param entered the form's input as JSON; equal input must serialise equally
 */
export function useUnsaved(entered: unknown): void {
  useUnsavedIn(useContext(UnsavedContext), entered)
}

/** The ids of all forms on the page with unsaved input. */
const everywhere = new Set<string>()

/** Whether any unsaved input would be lost with the page. */
export const isAnythingUnsaved = (): boolean => everywhere.size > 0

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Whether a page should stop showing something that has been deleted. While somebody is writing about it, the page stays, because their
 * text would be lost with it; when they save, the error says what happened.
 *
 * @param shown what the page shows; undefined until something was loaded
 */
export function useGone(isGone: boolean, shown: unknown): boolean {
  const isWritten = useSyncExternalStore(listen, isAnythingUnsaved)
  return isGone && !(isWritten && shown !== undefined)
}

/** Like `useUnsaved`, but reports to `forms`. */
export function useUnsavedIn(forms: UnsavedForms | null, entered: unknown): void {
  const now = JSON.stringify(entered)
  const [begun] = useState(now)
  useLossIn(forms, now !== begun)
}

/** For things that nobody typed, but that would still be lost if the dialog closed. */
export function useLoss(wouldLose: boolean): void {
  useLossIn(useContext(UnsavedContext), wouldLose)
}

function useLossIn(forms: UnsavedForms | null, wouldLose: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!wouldLose) return
    const told = [everywhere, ...(forms ? [forms] : [])]
    for (const set of told) set.add(id)
    for (const listener of listeners) listener()
    return () => {
      for (const set of told) set.delete(id)
      for (const listener of listeners) listener()
    }
  }, [forms, id, wouldLose])
}
