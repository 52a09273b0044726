import { type ReactNode, useLayoutEffect, useState } from 'react'
import { importing } from '../lib/importing.ts'
import { loadedQuietly } from '../ui/loaded-quietly.tsx'
import { useEarlyLetters } from './use-early-letters.ts'

const AppPalette = loadedQuietly(async () => (await importing(() => import('./app-palette.tsx'))).AppPalette)

/** The palette over everything: by Ctrl or Cmd and K from any page, and by whatever calls `open`. Loaded at first use. */
export function useSearchPalette(): { open: () => void; palette: ReactNode } {
  // null until it is first wanted.
  const [shown, setShown] = useState<boolean | null>(null)
  const [isThere, setThere] = useState(false)
  const early = useEarlyLetters(shown === true && !isThere, () => setShown(null))

  // With the first picture of the page, and not a moment after it: whoever sees the page may press the keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      setShown((before) => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const palette =
    shown === null ? null : (
      <AppPalette open={shown} onOpenChange={setShown} early={early} onThere={() => setThere(true)} />
    )
  return { open: () => setShown(true), palette }
}
