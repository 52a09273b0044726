import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * What is typed for a box that is asked for and not there yet, so that it is in the box when that comes.
 *
 * @param isAwaited whether it is asked for and not there
 * @param onLeave somebody would rather not have it, or has gone on to something else: it may never come
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
      // Neither the field that was left nor the button that has the focus is meant.
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
