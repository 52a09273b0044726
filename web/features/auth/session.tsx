import type { User } from '@supabase/auth-js'
import { Navigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { auth } from './auth-client.ts'
import { askWhetherSessionGoesOn } from './session-presence.ts'
import { type SessionState, stateAfter, stateAfterLongWait } from './session-state.ts'

const longWaitMs = 5000

const SessionContext = createContext<SessionState | null>(null)

/** Follows the auth client's events, those of other tabs included. Wraps the whole application once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<SessionState>({ state: 'unknown' })

  useEffect(() => {
    const { data } = auth.onAuthStateChange((event, next) => setCurrent(stateAfter(event, next)))
    const timer = setTimeout(() => setCurrent(stateAfterLongWait), longWaitMs)
    const stopAsking = askWhetherSessionGoesOn()
    return () => {
      clearTimeout(timer)
      stopAsking()
      data.subscription.unsubscribe()
    }
  }, [])

  return <SessionContext value={current}>{children}</SessionContext>
}

/** The visitor's state, renewed with every auth event. */
export function useSession(): SessionState {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession must be used below SessionProvider')
  return session
}

/** The signed-in person; only below `RequireSession`. */
export function useUser(): User {
  const session = useSession()
  if (session.state !== 'in') throw new Error('useUser must be used below RequireSession')
  return session.user
}

/**
 * The guard: `pending` while the state is unknown, `unreachable` when it cannot be found out, the log-in page
 * for those who are signed out, `secondFactor` in the page's own place for those who still owe it, `children` for
 * everybody else.
 */
export function RequireSession(props: {
  children: ReactNode
  pending: ReactNode
  unreachable: ReactNode
  secondFactor: ReactNode
}) {
  const session = useSession()

  switch (session.state) {
    case 'unknown':
      return props.pending
    case 'unreachable':
      return props.unreachable
    case 'out':
      return <Navigate to="/login" replace />
    case 'half in':
      return props.secondFactor
    case 'in':
      return props.children
  }
}

/**
 * Log Out. Asks the service to end every session; when it cannot be reached, this device forgets its session
 * all the same, because somebody who logs out on a borrowed computer has to be logged out.
 */
export async function logOut(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'global' })
  if (error === null) return

  await auth.signOut({ scope: 'local' })
}
