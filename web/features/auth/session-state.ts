import type { AuthChangeEvent, Session, User } from '@supabase/auth-js'
import { deviceMemory } from '../../lib/device-memory.ts'
import { lacksSecondFactor } from './assurance.ts'
import { sessionStorageKey } from './auth-client.ts'

/**
 * What is known about the visitor. `unreachable`: this device has a session, but the service
 * that would renew it does not answer; that sends nobody to the log-in page. `half in`: the
 * password was right, the second factor is still required.
 */
export type SignedIn = { state: 'in'; session: Session; user: User }
export type SessionState =
  | { state: 'unknown' }
  | { state: 'unreachable' }
  | { state: 'out' }
  | { state: 'half in'; session: Session; user: User }
  | SignedIn

export function stateAfter(event: AuthChangeEvent, session: Session | null): SessionState {
  if (session !== null) {
    return { state: lacksSecondFactor(session) ? 'half in' : 'in', session, user: session.user }
  }

  return event === 'INITIAL_SESSION' && hasStoredSession() ? { state: 'unreachable' } : { state: 'out' }
}

/**
 * The client tries for about half a minute to renew a session before it reports anything. The waiting person is told
 * earlier that the service is unreachable; a late success still counts.
 */
export function stateAfterLongWait(state: SessionState): SessionState {
  return state.state === 'unknown' && hasStoredSession() ? { state: 'unreachable' } : state
}

function hasStoredSession(): boolean {
  return deviceMemory.getItem(sessionStorageKey) !== null
}
