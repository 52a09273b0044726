import type { User } from '@supabase/auth-js'
import { Navigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { isAnythingUnsaved } from '../../ui/unsaved.ts'
import { auth } from './auth-client.ts'
import { askWhetherSessionGoesOn } from './session-presence.ts'
import { type SessionState, type SignedIn, stateAfter, stateAfterLongWait } from './session-state.ts'

const longWaitMs = 5000

/** Whether the person is logging out in this tab: the page is then not held back for unsaved work. */
let isLeaving = false

/** Whether somebody has been signed in since this page was loaded. */
let wasIn = false

const SessionContext = createContext<SessionState | null>(null)

/** Follows the auth client's events, including those of other tabs. Wraps the whole application once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<SessionState>({ state: 'unknown' })

  useEffect(() => {
    const { data } = auth.onAuthStateChange((event, next) => {
      if (next !== null) {
        isLeaving = false
        wasIn = true
      }
      setCurrent(stateAfter(event, next))
    })
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

/** The visitor's state, updated with every auth event. */
export function useSession(): SessionState {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession must be used below SessionProvider')
  return session
}

/** The signed-in person; to be used below `RequireSession` only. */
export function useUser(): User {
  const session = useSession()
  if (session.state !== 'in') throw new Error('useUser must be used below RequireSession')
  return session.user
}

/**
 * The guard of pages that need a session. Renders `pending` while the state is unknown, `unreachable` if it cannot
 * be determined, `secondFactor` in place of the page while that is still required, and otherwise `children`.
 * Signed-out visitors are redirected to the log-in page. If the session was ended elsewhere while the page has
 * unsaved work, the page is kept behind `signedOut` until the person signs in again.
 */
export function RequireSession(props: {
  children: ReactNode
  pending: ReactNode
  unreachable: ReactNode
  secondFactor: ReactNode
  signedOut: ReactNode
}) {
  const session = useSession()
  const held = useHeld(session)

  const shown = session.state === 'in' ? session : held
  if (shown !== null) {
    return (
      <>
        <SessionContext key={shown.user.id} value={shown}>
          {props.children}
        </SessionContext>
        {session.state === 'in' ? null : props.signedOut}
      </>
    )
  }
  switch (session.state) {
    case 'unknown':
      return props.pending
    case 'unreachable':
      return props.unreachable
    case 'half in':
      return props.secondFactor
    default:
      return <Navigate to="/login" {...(wasIn ? { hash: logInHash } : {})} replace />
  }
}

/** The hash of the log-in page for people who were signed in a moment ago, and so have an account. */
export const logInHash = 'log-in'

/** The ended session, for as long as its page is kept for the sake of unsaved work. */
function useHeld(session: SessionState): SignedIn | null {
  const [was, setWas] = useState(session)
  const [held, setHeld] = useState<SignedIn | null>(null)
  if (session === was) return held

  setWas(session)
  if (session.state === 'in') setHeld(null)
  else if (was.state === 'in') setHeld(isAnythingUnsaved() && !isLeaving ? was : null)
  return null
}

/** To be called before the person logs out in this tab. */
export function noteLeaving(): void {
  isLeaving = true
}
