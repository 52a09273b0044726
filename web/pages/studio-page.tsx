import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../features/auth/session.tsx'
import { StudioPage } from '../features/studio/studio-page.tsx'
import { Guarded } from '../shell/guarded.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

const route = getRouteApi('/app/studio')

/** The studio stands outside the shell: nothing beside it while somebody tells. */
export function StudioRoute() {
  const search = route.useSearch()
  const { state } = useSession()
  const [entered, setEntered] = useState(false)

  // A session that ends in the middle of a story must not take the studio away; the studio says it and goes on.
  if (state === 'in' && !entered) setEntered(true)
  if (entered) return <StudioPage {...search} />
  return (
    <Guarded>
      <PageSpinner />
    </Guarded>
  )
}
