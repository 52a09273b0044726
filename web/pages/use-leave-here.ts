import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { leaveDevice } from '../features/auth/log-out.ts'
import { logInHash } from '../features/auth/session.tsx'

/** Signs out on this device, clears its cache, and goes to the log-in page. */
export function useLeaveHere(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await leaveDevice()
    queries.clear()
    // Skips the question about unsaved work, which could not be saved any more.
    await navigate({ to: '/login', hash: logInHash, ignoreBlocker: true })
  }
}
