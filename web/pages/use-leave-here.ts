import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { auth } from '../features/auth/auth-client.ts'

/** Signs this device out, forgets what it read, and goes to the entry. */
export function useLeaveHere(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await auth.signOut({ scope: 'local' })
    queries.clear()
    await navigate({ to: '/login' })
  }
}
