import { useState } from 'react'

/** Text that survives a closed tab. Where the browser keeps nothing, it lives as long as the page. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  return [
    text,
    (next) => {
      setText(next)
      try {
        if (next === '') localStorage.removeItem(key)
        else localStorage.setItem(key, next)
      } catch {
        // A full store must not stop somebody from writing.
      }
    },
  ]
}
