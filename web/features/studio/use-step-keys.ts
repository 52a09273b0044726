import { useEffect, useRef } from 'react'

/** Keys that foot pedals and presenters send, and keys that are easy to find without looking. */
const steps: Record<string, 1 | -1> = {
  PageDown: 1,
  ArrowRight: 1,
  F8: 1,
  PageUp: -1,
  ArrowLeft: -1,
  F7: -1,
}

/** Elements where these keys have a meaning of their own, or where stepping would surprise a person who types or chooses. */
const busy =
  'input, textarea, select, [contenteditable], [role=tab], [role=slider], [role=menu], [role=dialog], [role=alertdialog], video, audio'

/** Steps by key or foot pedal while `active`, but never while somebody types or a dialog is open. */
export function useStepKeys(active: boolean, step: (by: 1 | -1) => void): void {
  const current = useRef(step)
  current.current = step

  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => {
      const by = steps[event.key]
      const withOthers = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
      if (by === undefined || withOthers || event.repeat || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(busy)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      current.current(by)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [active])
}
