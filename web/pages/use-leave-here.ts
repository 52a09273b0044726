import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { leaveDevice, logInHash } from '../features/auth/session.tsx'

/** Signs this device out, forgets what it read, and goes to the entry. */
export function useLeaveHere(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await leaveDevice()
    queries.clear()
    // Nothing that was begun could be saved any more.
    await navigate({ to: '/login', hash: logInHash, ignoreBlocker: true })
  }
}
