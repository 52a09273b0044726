import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUser } from '../features/auth/session.tsx'
import { followDateFormat } from '../lib/date-format.ts'
import { importing } from '../lib/importing.ts'
import { orpc } from '../lib/rpc.ts'
import { loadedQuietly } from '../ui/loaded-quietly.tsx'
import { type Person, type Place, UserMenuButton } from './user-menu-button.tsx'

const OpenUserMenu = loadedQuietly(
  async () => (await importing(() => import('./open-user-menu.tsx'))).OpenUserMenu,
)

/** The signed-in person. The menu itself is loaded when it is first opened. */
export function UserMenu({ place }: { place: Place }) {
  const person = usePerson()
  const [opened, setOpened] = useState(false)
  const closed = (
    <UserMenuButton
      person={person}
      place={place}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    />
  )

  if (!opened) return closed
  return <OpenUserMenu person={person} place={place} fallback={closed} />
}

/** Name and e-mail from the profile, and until that is loaded from the sign-in. */
function usePerson(): Person {
  const user = useUser()
  const profile = useQuery(orpc.account.profile.queryOptions())
  const dates = profile.data?.dateFormat
  useEffect(() => {
    if (dates) followDateFormat(dates)
  }, [dates])
  const email = profile.data?.email || user.email || ''
  const said: unknown = user.user_metadata.full_name ?? user.user_metadata.name
  const name = profile.data?.fullName || (typeof said === 'string' ? said : '')
  return { name: name || email.split('@')[0] || 'User', email, picture: profile.data?.avatarUrl ?? null }
}
