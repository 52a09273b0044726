import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { importing } from '../lib/importing.ts'
import { orpc } from '../lib/rpc.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const OperatorSection = lazy(async () => {
  const { OperatorSection: section } = await importing(
    () => import('../features/billing/operator-section.tsx'),
  )
  return { default: section }
})

/** Settings for operators only, as named in the server's configuration. The server checks that again at every call. */
export function OperatorSettings() {
  const profile = useQuery(orpc.account.profile.queryOptions())
  if (!profile.data?.isOperator) return null
  return (
    <Suspense fallback={<Skeleton className="h-56" />}>
      <OperatorSection />
    </Suspense>
  )
}
