import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * What is typed for a box that is asked for and not there yet, so that it is in the box when that comes.
 *
 * @param isAwaited whether it is asked for and not there
 * @param onEscape somebody would rather not have it
 */
export function useEarlyLetters(isAwaited: boolean, onEscape: () => void): RefObject<string> {
  const letters = useRef('')
  const leave = useEffectEvent(onEscape)

  useEffect(() => {
    letters.current = ''
    if (!isAwaited) return
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      if (key === 'Escape') leave()
      else if (key === 'Backspace') letters.current = letters.current.slice(0, -1)
      else if ([...key].length === 1) letters.current += key
      else if (key !== 'Enter') return
      // Neither the field that was left nor the button that has the focus is meant.
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [isAwaited])

  return letters
}
