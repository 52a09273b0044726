import { lazy, type ReactNode, Suspense } from 'react'
import { RequireSession } from '../features/auth/session.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

const SecondFactorPage = lazy(async () => ({
  default: (await import('../pages/second-factor-page.tsx')).SecondFactorPage,
}))

const Unreachable = lazy(async () => ({ default: (await import('./unreachable.tsx')).Unreachable }))

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
      secondFactor={
        <Suspense fallback={<PageSpinner />}>
          <SecondFactorPage />
        </Suspense>
      }
    >
      {children}
    </RequireSession>
  )
}
