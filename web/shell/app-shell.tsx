import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUser } from '../features/auth/session.tsx'
import { datesFromElsewhere } from '../lib/date-format.ts'
import { importing } from '../lib/importing.ts'
import { useWatched } from '../lib/use-watched.ts'
import { Button } from '../ui/button.tsx'
import { loadedQuietly } from '../ui/loaded-quietly.tsx'
import { UpgradeContext } from '../ui/upgrade-context.ts'
import { useDeviceSender } from './device-sender.ts'
import { Guarded } from './guarded.tsx'
import { BottomBar, Sidebar, TopBar } from './navigation.tsx'
import { newVersion } from './new-version.ts'
import { Staying } from './staying.tsx'
import { useSearchPalette } from './use-search-palette.tsx'

const UpgradeDialog = loadedQuietly(
  async () => (await importing(() => import('../features/billing/upgrade-dialog.tsx'))).UpgradeDialog,
)
const UpdateNotice = loadedQuietly(
  async () => (await importing(() => import('./update-notice.tsx'))).UpdateNotice,
)

/** The frame of everything below /app: for signed-in people only, with the navigation around the page. */
export function AppShell() {
  return (
    <Guarded>
      <Staying>
        <SignedIn />
      </Staying>
    </Guarded>
  )
}

function SignedIn() {
  const { id } = useUser()
  useDeviceSender(id)
  const main = useFocusAfterPageChange()
  const search = useSearchPalette()
  const waiting = useWatched(newVersion)
  const dates = useWatched(datesFromElsewhere)

  return (
    <div className="min-h-dvh lg:ps-[16.25rem]">
      <Button variant="hero" className="fixed start-4 top-3 z-50 not-focus:sr-only" asChild>
        <a href="#main">Skip to the page</a>
      </Button>
      <Sidebar onSearch={search.open} />
      <TopBar onSearch={search.open} />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-[73rem] px-4 pt-6 pb-[calc(var(--above-bar)+2.5rem)] sm:px-6 lg:pt-12 lg:pb-20"
      >
        <UpgradeContext value={UpgradeDialog}>
          <Outlet key={dates} />
        </UpgradeContext>
      </main>
      <BottomBar />
      {search.palette}
      {waiting ? <UpdateNotice waiting={waiting} /> : null}
    </div>
  )
}

/** Moves the focus to the new page after a page change, so that a screen reader announces it and Tab starts there. */
function useFocusAfterPageChange() {
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: (location) => location.pathname })
  const shown = useRef(path)

  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])

  return main
}
