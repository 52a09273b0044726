import { useState } from 'react'
import { isFocusTakenFrom, offerFocus } from './offer-focus.ts'

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
    if (isFocusTakenFrom(opener)) return
    if (opener?.isConnected) opener.focus({ preventScroll: true })
    else focusWhatIsLeft()
  }
}

/** The dialog below a question that a finger opened; without one, the page. */
function focusWhatIsLeft(): void {
  const below = document.querySelector<HTMLElement>('[role=dialog][data-state=open]')
  if (below) below.focus({ preventScroll: true })
  else focusHeading()
}

/** For when what has the focus is about to go, and nothing in particular comes in its place. */
export function focusHeading(): void {
  offerFocus(document.querySelector<HTMLElement>('main h1[tabindex]'), { fromButtons: true })
}

/** What has the focus; for a choice of a menu the button that the menu hangs from, since the choice goes with it. */
function focusedNow(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}
