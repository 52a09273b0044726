import { createContext, useContext, useEffect, useId, useState, useSyncExternalStore } from 'react'

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

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Whether a page is to leave what it shows, which is gone by now. What somebody is writing about it would go along: it stays until
 * they let it go, and saving it says what became of it.
 *
 * @param shown what the page shows; undefined before anything was read
 */
export function useGone(isGone: boolean, shown: unknown): boolean {
  const isWritten = useSyncExternalStore(listen, isAnythingUnsaved)
  return isGone && !(isWritten && shown !== undefined)
}

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
    for (const listener of listeners) listener()
    return () => {
      for (const set of told) set.delete(id)
      for (const listener of listeners) listener()
    }
  }, [forms, id, wouldLose])
}
