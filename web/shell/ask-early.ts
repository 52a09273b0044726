import type { QueryClient } from '@tanstack/react-query'
import { auth } from '../features/auth/auth-client.ts'
import { stateAfter } from '../features/auth/session-state.ts'
import { orpc } from '../lib/rpc.ts'

/**
 * Prefetches what the dashboard shows as soon as the signed-in person is known, while the page is still being built:
 * on an old phone that takes as long as the answers do.
 */
export function askEarly(queries: QueryClient): void {
  if (!/^\/app\/?$/.test(document.location.pathname)) return

  let isFirst = true
  auth.onAuthStateChange((event, session) => {
    if (!isFirst) return
    isFirst = false
    if (stateAfter(event, session).state !== 'in') return
    queries.prefetchQuery(orpc.account.dashboard.queryOptions())
    queries.prefetchQuery(orpc.account.waiting.queryOptions())
    queries.prefetchQuery(orpc.account.profile.queryOptions())
  })
}
