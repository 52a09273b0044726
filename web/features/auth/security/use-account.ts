import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { readAnew } from '../../../lib/read-anew.ts'
import { orpc } from '../../../lib/rpc.ts'
import { auth } from '../auth-client.ts'
import { useUser } from '../session.tsx'

const key = ['auth', 'user']

/** The signed-in person's account as the service has it now; until it answers, as the session has it. */
export function useAccount() {
  const user = useUser()
  return useQuery({
    queryKey: [...key, user.id],
    initialData: user,
    staleTime: 0,
    queryFn: async () => {
      const { data, error } = await auth.getUser()
      if (error) throw error
      return data.user
    },
  }).data
}

/** Reloads everything about the account after a change. */
export function useRefreshAccount(): () => Promise<void> {
  const queries = useQueryClient()
  return () => refreshAccount(queries)
}

/** The token is renewed first, because the page depends on its claims about second factors. */
async function refreshAccount(queries: QueryClient): Promise<void> {
  await auth.refreshSession()
  // The end of the account is asked about, too: it is proved by the password if there is one by now.
  await Promise.all([queries.invalidateQueries({ queryKey: ['auth'] }), readAnew(queries, orpc.accountEnd)])
}
