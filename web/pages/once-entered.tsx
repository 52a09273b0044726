import { type ReactNode, useState } from 'react'
import { useSession } from '../features/auth/session.tsx'
import { Guarded } from '../shell/guarded.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

/**
 * A page that stays once somebody came in. A session that ends in the middle of a story must not take it away; the page says
 * it and goes on. Nor must a service that cannot be reached: what is told or written is kept here first anyway.
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
