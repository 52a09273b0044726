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

/** Lets fully signed-in people through; everybody else sees what is still missing, at the same address. */
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
      <CacheOfUser>{children}</CacheOfUser>
    </RequireSession>
  )
}

function CacheOfUser({ children }: { children: ReactNode }) {
  return <OwnCache id={useUser().id}>{children}</OwnCache>
}

/** The id of the account whose answers are in the query cache. */
let cached: string | null = null

/** The id of the account for which this tab sends. */
let working: string | null = null

/**
 * Clears the query cache and stops this tab's work (see `stopTabWork`) when a different person signs in, so that they neither see what
 * the previous person read nor continue what that person was sending, even if the page was not reloaded in between.
 */
export function OwnCache({ id, children }: { id: string; children: ReactNode }) {
  const queries = useQueryClient()
  // During rendering rather than in an effect, because the children query the cache at once.
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
