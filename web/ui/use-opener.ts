import { useState } from 'react'
import { isFocusTakenFrom, offerFocus } from './offer-focus.ts'

/**
 * The opener of each closed dialog. If a dialog was opened from within another and both are gone, the focus returns to the opener of
 * the first.
 */
const openers = new WeakMap<EventTarget, HTMLElement>()

/**
 * Returns the focus to the element that opened a dialog. A dialog opened by state has no trigger, and keyboard users would start
 * again from the top of the page. The opener is noted during rendering, before a field of the dialog takes the focus.
 *
 * @returns a handler for the dialog's `onCloseAutoFocus`
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

/** The opener; or, if that was removed along with the dialog it was in, the opener of that dialog. */
function stillThere(opener: HTMLElement | null): HTMLElement | null {
  if (opener === null || opener.isConnected) return opener
  let gone = opener
  while (gone.parentElement && !openers.has(gone)) gone = gone.parentElement
  return stillThere(openers.get(gone) ?? null)
}

/** Focuses the open dialog below a question that was opened by touch, or the page's heading if there is none. */
function focusWhatIsLeft(): void {
  const below = openDialog()
  if (below) below.focus({ preventScroll: true })
  else focusHeading()
}

const openDialog = () => document.querySelector<HTMLElement>('[role=dialog][data-state=open]')

/** For when the focused element is about to be removed and nothing in particular replaces it. */
export function focusHeading(): void {
  offerFocus(document.querySelector<HTMLElement>('main h1[tabindex]'), { fromButtons: true })
}

/**
 * The focused element. For a menu item it is the button that opened the menu, since the item disappears with the menu; and where nothing
 * has the focus, as when a field is disabled while its text is checked, it is the open dialog.
 */
function focusedNow(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement && opener !== document.body ? opener : openDialog()
}
