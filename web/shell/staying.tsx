import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useUser } from '../features/auth/session.tsx'
import { importing } from '../lib/importing.ts'
import { useLiveChanges } from '../lib/live.ts'
import { orpc } from '../lib/rpc.ts'
import { PageSpinner } from '../ui/spinner.tsx'

const LeavingPage = lazy(async () => ({
  default: (await importing(() => import('../pages/leaving-page.tsx'))).LeavingPage,
}))

/**
 * Shows the app, unless the account is going to be deleted: then a page says when, and offers the way back. Both hear of changes, so that
 * an account that is kept on another device is seen to be kept here.
 */
export function Staying({ children }: { children: ReactNode }) {
  useLiveChanges(useUser().id)
  const { data } = useQuery(orpc.accountEnd.get.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (!data?.eraseAt) return children
  return (
    <Suspense fallback={<PageSpinner />}>
      <LeavingPage eraseAt={data.eraseAt} />
    </Suspense>
  )
}
