import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { RequireSession, useUser } from '../features/auth/session.tsx'
import { importing } from '../lib/importing.ts'
import { stopTabWork } from '../lib/under-way.ts'
import { loadedQuietly } from '../ui/loaded-quietly.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

const SecondFactorPage = lazy(async () => ({
  default: (await importing(() => import('../pages/second-factor-page.tsx'))).SecondFactorPage,
}))

const SignedOut = loadedQuietly(async () => (await importing(() => import('./signed-out.tsx'))).SignedOut)

const Unreachable = lazy(async () => ({
  default: (await importing(() => import('./unreachable.tsx'))).Unreachable,
}))

/** Lets through who is signed in entirely; everybody else sees what is still in the way, at the same address. */
export function Guarded({ children }: { children: ReactNode }) {
  return (
    <RequireSession
      pending={<PageSpinner />}
      unreachable={
        <Suspense fallback={<PageSpinner />}>
          <Unreachable />
        </Suspense>
      }
      signedOut={<SignedOut />}
      secondFactor={
        <Suspense fallback={<PageSpinner />}>
          <SecondFactorPage />
        </Suspense>
      }
    >
      <OwnCache>{children}</OwnCache>
    </RequireSession>
  )
}

/** Whose answers of the server the cache holds. */
let cached: string | null = null

/** Who sends what this tab sends. */
let working: string | null = null

/**
 * Whoever signs in after somebody else sees nothing of what that one has read, and goes on with nothing that they were sending,
 * also where the page was never loaded anew.
 */
function OwnCache({ children }: { children: ReactNode }) {
  const { id } = useUser()
  const queries = useQueryClient()
  // While it is drawn: what is below asks the cache at once.
  if (cached !== id) {
    if (cached !== null) queries.clear()
    cached = id
  }
  useEffect(() => {
    if (working !== null && working !== id) stopTabWork()
    working = id
  }, [id])
  return children
}
