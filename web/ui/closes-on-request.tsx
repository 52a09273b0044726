import { useEffect } from 'react'

/** The part of the CloseWatcher API that is used here; TypeScript does not know it yet. */
type CloseWatcher = { onclose: (() => void) | null; destroy: () => void }

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher
  }
}

/** Chromium groups watchers created without user activation in between, and asks all of a group at once; only the latest should answer. */
let isAnswered = false

/**
 * Placed inside anything that Escape closes, makes it close on the device's close request as well, which on Android is Back. Without
 * it, Back would leave the page along with the dialog. The request is treated as Escape, so unsaved changes are asked about. Browsers
 * without close requests (https://html.spec.whatwg.org/#close-requests) behave as before.
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
        // A watcher can be asked only once, and a dialog that is busy or asks a question stays open, so a new one is created.
        watch()
      }
    }
    // Not during the key press that opened the dialog: an Escape that asks about unsaved words would close the question at once.
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
