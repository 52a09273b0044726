import { Settings, UserRound, UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useUser } from '../features/auth/session.tsx'
import { places } from './navigation.tsx'

const SearchPalette = lazy(async () => ({
  default: (await import('../features/search/search-palette.tsx')).SearchPalette,
}))

const pages = [
  ...places.map(({ to, label, icon }) => ({ label, icon, link: { to } })),
  { label: 'Shared with me', icon: UsersRound, link: { to: '/app/shared' } },
  { label: 'Profile', icon: UserRound, link: { to: '/app/profile' } },
  { label: 'Settings', icon: Settings, link: { to: '/app/settings' } },
] as const

/** The palette over everything: by Ctrl or Cmd and K from any page, and by whatever calls `open`. Loaded at first use. */
export function useSearchPalette(): { open: () => void; palette: ReactNode } {
  const userId = useUser().id
  const [shown, setShown] = useState(false)
  const [wasShown, setWasShown] = useState(false)

  const show = () => {
    setWasShown(true)
    setShown(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      setWasShown(true)
      setShown((before) => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const palette = wasShown ? (
    <Suspense fallback={null}>
      <SearchPalette open={shown} onOpenChange={setShown} userId={userId} pages={pages} />
    </Suspense>
  ) : null
  return { open: show, palette }
}
