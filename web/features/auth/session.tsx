import type { User } from '@supabase/auth-js'
import { Navigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { auth } from './auth-client.ts'
import { type SessionState, stateAfter, stateAfterLongWait } from './session-state.ts'

const longWaitMs = 5000

type SignedIn = Extract<SessionState, { state: 'in' }>

type Known = {
  session: SessionState
  /** Changes by how many parts of the page must stay whatever becomes of the session. */
  hold: (change: 1 | -1) => void
}

const SessionContext = createContext<Known | null>(null)

/** Follows the auth client's events, those of other tabs included. Wraps the whole application once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<SessionState>({ state: 'unknown' })
  const [last, setLast] = useState<SignedIn | null>(null)
  const [holds, setHolds] = useState(0)

  useEffect(() => {
    const { data } = auth.onAuthStateChange((event, next) => {
      const state = stateAfter(event, next)
      setCurrent(state)
      if (state.state === 'in') setLast(state)
    })
    const timer = setTimeout(() => setCurrent(stateAfterLongWait), longWaitMs)
    return () => {
      clearTimeout(timer)
      data.subscription.unsubscribe()
    }
  }, [])

  const isHeld = current.state === 'out' && holds > 0 && last !== null
  const session = isHeld ? last : current
  const [hold] = useState(() => (change: 1 | -1) => setHolds((count) => count + change))

  return <SessionContext value={{ session, hold }}>{children}</SessionContext>
}

/** The visitor's state, renewed with every auth event. */
export function useSession(): SessionState {
  return useKnown().session
}

/** The signed-in person; only below `RequireSession`. */
export function useUser(): User {
  const session = useSession()
  if (session.state !== 'in') throw new Error('useUser must be used below RequireSession')
  return session.user
}

/**
 * While `isNeeded`, a session that ends (a password changed elsewhere, say) does not take the page away: a
 * recording goes on into the device, and the log-in page comes when it is over.
 */
export function useKeepPage(isNeeded: boolean): void {
  const { hold } = useKnown()

  useEffect(() => {
    if (!isNeeded) return
    hold(1)
    return () => hold(-1)
  }, [isNeeded, hold])
}

/**
 * The guard: `pending` while the state is unknown, `unreachable` when it cannot be found out, the log-in page
 * for those who are signed out, `children` for everybody else.
 */
export function RequireSession(props: { children: ReactNode; pending: ReactNode; unreachable: ReactNode }) {
  const session = useSession()

  switch (session.state) {
    case 'unknown':
      return props.pending
    case 'unreachable':
      return props.unreachable
    case 'out':
      return <Navigate to="/login" replace />
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

function useKnown(): Known {
  const known = useContext(SessionContext)
  if (known === null) throw new Error('useSession must be used within a SessionProvider')
  return known
}
