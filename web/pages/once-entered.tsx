import { type ReactNode, useState } from 'react'
import { useSession } from '../features/auth/session.tsx'
import { idOnDevice } from '../lib/request.ts'
import { Guarded, OwnCache } from '../shell/guarded.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

/**
 * Keeps a page once the person has been let in. If the session ends or the service becomes unreachable in the middle of a story, the page
 * must not be taken away: it reports the problem and goes on, since what is told or written is saved on this device first anyway.
 */
export function OnceEntered({ children }: { children: ReactNode }) {
  const { state } = useSession()
  // Whose the page is from then on. It stays theirs, since a change would clear away what it works with.
  const [entered, setEntered] = useState<string | null>(null)

  if ((state === 'in' || state === 'unreachable') && entered === null) setEntered(idOnDevice() ?? '')
  if (entered !== null) return <OwnCache id={entered}>{children}</OwnCache>
  return (
    <Guarded>
      <PageSpinner />
    </Guarded>
  )
}
