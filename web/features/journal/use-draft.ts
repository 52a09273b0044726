import { useState } from 'react'

/** Text that survives a closed tab. Where the browser keeps nothing, it lives as long as the page. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(key))
  const change = (next: string) => {
    setText(next)
    try {
      if (next === '') localStorage.removeItem(key)
      else localStorage.setItem(key, next)
    } catch {
      // A full store must not stop somebody from writing.
    }
  }
  return [text, change]
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
