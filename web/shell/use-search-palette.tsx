import { type ReactNode, useLayoutEffect, useState } from 'react'
import { importing } from '../lib/importing.ts'
import { loadedQuietly } from '../ui/loaded-quietly.tsx'
import { pressedKey } from '../ui/pressed-key.ts'
import { useEarlyLetters } from './use-early-letters.ts'

const AppPalette = loadedQuietly(async () => (await importing(() => import('./app-palette.tsx'))).AppPalette)

/** The search palette over any page, opened by Ctrl+K or Cmd+K, or by calling `open`. Its code is loaded at first use. */
export function useSearchPalette(): { open: () => void; palette: ReactNode } {
  // null until it is first requested.
  const [shown, setShown] = useState<boolean | null>(null)
  const [isThere, setThere] = useState(false)
  const early = useEarlyLetters(shown === true && !isThere, () => setShown(null))

  // A layout effect, so that the shortcut works from the first paint on: whoever sees the page may press it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'k' || !(event.ctrlKey || event.metaKey)) return
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
