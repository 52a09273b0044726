import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Collects what is typed for an input that was requested but has not loaded yet, so that the input can start with it.
 *
 * @param isAwaited whether the input was requested and is not there yet
 * @param onLeave called when the person cancels or moves on to something else, since the input may never load
 */
export function useEarlyLetters(isAwaited: boolean, onLeave: () => void): RefObject<string> {
  const letters = useRef('')
  const leave = useEffectEvent(() => onLeave())

  useEffect(() => {
    letters.current = ''
    if (!isAwaited) return
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      if (key === 'Tab') return leave()
      if (key === 'Escape') leave()
      else if (key === 'Backspace') letters.current = letters.current.slice(0, -1)
      else if ([...key].length === 1) letters.current += key
      else if (key !== 'Enter') return
      // The keys are meant for the awaited input, not for the field or button that has the focus.
      event.preventDefault()
      event.stopPropagation()
    }
    const ended = new AbortController()
    const how = { capture: true, signal: ended.signal }
    window.addEventListener('keydown', onKey, how)
    window.addEventListener('pointerdown', () => leave(), how)
    return () => ended.abort()
  }, [isAwaited])

  return letters
}
