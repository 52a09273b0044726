import { useState } from 'react'
import { isFocusTakenFrom, offerFocus } from './offer-focus.ts'

/** Dialogs that have gone, by what had opened them: of one that came out of another, the way back leads there. */
const openers = new WeakMap<EventTarget, HTMLElement>()

/**
 * Gives the focus back to whatever opened a dialog: opened by state it has no trigger, and whoever goes by keys would start
 * from the top of the page. Asked while it is being drawn, before a field in it takes the focus.
 *
 * @returns what to do when the dialog has closed
 */
export function useOpener(open: boolean): (event: Event) => void {
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpener(focusedNow())
  }
  return (event) => {
    event.preventDefault()
    const back = stillThere(opener)
    if (back && event.currentTarget) openers.set(event.currentTarget, back)
    if (isFocusTakenFrom(back)) return
    if (back) back.focus({ preventScroll: true })
    else focusWhatIsLeft()
  }
}

/** What has opened a dialog; where that has gone with a dialog of its own, what has opened that one. */
function stillThere(opener: HTMLElement | null): HTMLElement | null {
  if (opener === null || opener.isConnected) return opener
  let gone = opener
  while (gone.parentElement && !openers.has(gone)) gone = gone.parentElement
  return stillThere(openers.get(gone) ?? null)
}

/** The dialog below a question that a finger opened; without one, the page. */
function focusWhatIsLeft(): void {
  const below = openDialog()
  if (below) below.focus({ preventScroll: true })
  else focusHeading()
}

const openDialog = () => document.querySelector<HTMLElement>('[role=dialog][data-state=open]')

/** For when what has the focus is about to go, and nothing in particular comes in its place. */
export function focusHeading(): void {
  offerFocus(document.querySelector<HTMLElement>('main h1[tabindex]'), { fromButtons: true })
}

/**
 * What has the focus; for a choice of a menu the button that the menu hangs from, since the choice goes with it, and for a field that
 * is held while what was typed is being checked its dialog.
 */
function focusedNow(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement && opener !== document.body ? opener : openDialog()
}
