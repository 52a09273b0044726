import { type ReactNode, useState } from 'react'
import { useSession } from '../features/auth/session.tsx'
import { Guarded } from '../shell/guarded.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

/**
 * Keeps a page once the person has been let in. If the session ends or the service becomes unreachable in the middle of a story, the page
 * must not be taken away: it reports the problem and goes on, since what is told or written is saved on this device first anyway.
 */
export function OnceEntered({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const [entered, setEntered] = useState(false)

  if ((state === 'in' || state === 'unreachable') && !entered) setEntered(true)
  if (entered) return children
  return (
    <Guarded>
      <PageSpinner />
    </Guarded>
  )
}
