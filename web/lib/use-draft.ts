import { useState } from 'react'
import { deviceMemory } from './device-memory.ts'

/** Text that survives a closed tab. Where the browser keeps nothing, it lives as long as the page. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => deviceMemory.getItem(key) ?? '')
  return [
    text,
    (next) => {
      setText(next)
      if (next === '') deviceMemory.removeItem(key)
      else deviceMemory.setItem(key, next)
    },
  ]
}
