import { useState } from 'react'
import { deviceMemory } from './device-memory.ts'
import { idOnDevice } from './request.ts'

/**
 * Text that survives a closed tab, for whoever has begun it: others who use this device do not find it. Where the browser
 * keeps nothing, it lives as long as the page.
 */
export function useDraft(of: string): [string, (text: string) => void] {
  // Whose it is stays so when the session ends while it is written.
  const [owner] = useState(() => idOnDevice() ?? 'nobody')
  const key = `${of}.${owner}`
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
