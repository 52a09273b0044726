import { useQuery } from '@tanstack/react-query'
import { verifiedFactorsOf } from '../assurance.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import { useSession } from '../session.tsx'

/** The person and their factors: from the session, or from the service if the session is older than the factors. */
export function useFactors() {
  const session = useSession()
  const user = session.state === 'half in' || session.state === 'in' ? session.user : undefined
  const isKnown = user !== undefined && verifiedFactorsOf(user).length > 0

  const asked = useQuery({
    queryKey: ['auth', 'factors', user?.id],
    enabled: user !== undefined && !isKnown,
    queryFn: async () => {
      const { data, error } = await auth.getUser()
      if (error) throw error
      return data.user
    },
  })

  return {
    user: isKnown ? user : asked.data,
    problem: asked.error === null ? null : sentenceOfAccount(asked.error),
    retry: asked.refetch,
  }
}
