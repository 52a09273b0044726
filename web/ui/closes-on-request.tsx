import { useEffect } from 'react'

/** What of it is used here; TypeScript does not know it yet. */
type CloseWatcher = { onclose: (() => void) | null; destroy: () => void }

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher
  }
}

/** Chromium asks at once all that came without a touch in between: the latest of them is meant. */
let isAnswered = false

/**
 * Inside of whatever Escape closes: has it closed as well when the device asks for that, which on Android is Back. Without
 * this Back leaves the page, with the dialog. It is answered as Escape is, so that what is unsaved is asked about. Browsers
 * that know no close requests (https://html.spec.whatwg.org/#close-requests) go on as they did.
 */
export function ClosesOnRequest(): null {
  useEffect(() => {
    const { CloseWatcher } = window
    if (CloseWatcher === undefined) return
    let watcher: CloseWatcher | null = null
    const watch = () => {
      watcher = new CloseWatcher()
      watcher.onclose = () => {
        if (!isAnswered) pressEscape()
        isAnswered = true
        setTimeout(() => {
          isAnswered = false
        })
        // One that was asked is spent, and what is busy or asks a question stays open.
        watch()
      }
    }
    // Not with the key that opened it: an Escape that asks about words in a field would close the question right away.
    const opened = setTimeout(watch)
    return () => {
      clearTimeout(opened)
      watcher?.destroy()
    }
  }, [])
  return null
}

function pressEscape(): void {
  const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  const target = document.activeElement ?? document.body
  target.dispatchEvent(pressed)
}
