import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { afterwards } from '../../../lib/afterwards.ts'
import { goneIsDeleted } from '../../../lib/gone.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import { askService, RefusedError } from './ask-service.ts'

/** A signed-in device, in the service's format. */
export type Device = {
  id: string
  created_at: string
  /** When the service last saw it renew its session. */
  last_active_at: string
  user_agent: string | null
  ip: string | null
  is_current: boolean
}

const key = ['auth', 'devices']

/** The person's signed-in devices, the most recently used first. */
export function useDevices() {
  return useQuery({
    queryKey: key,
    staleTime: 0,
    queryFn: async () => ((await askService('GET', '/user/sessions')) as { sessions: Device[] }).sessions,
  })
}

/** Ends one session, or with null all but this device's. */
export function useSignOutDevice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string | null) => {
      if (id !== null) return goneIsDeleted(askService('DELETE', `/user/sessions/${id}`))
      const { error } = await auth.signOut({ scope: 'others' })
      if (error) throw new RefusedError(sentenceOfAccount(error))
    },
    onSettled: afterwards(() => queries.invalidateQueries({ queryKey: ['auth'] })),
  })
}
