import { LifeBuoy, Settings, UserRound, UsersRound } from 'lucide-react'
import { useUser } from '../features/auth/session.tsx'
import { SearchPalette } from '../features/search/search-palette.tsx'
import { places } from './navigation.tsx'

const pages = [
  ...places.map(({ to, label, icon }) => ({ label, icon, link: { to } })),
  { label: 'Shared with me', icon: UsersRound, link: { to: '/app/shared' } },
  { label: 'Profile', icon: UserRound, link: { to: '/app/profile' } },
  { label: 'Help & Support', icon: LifeBuoy, link: { to: '/app/help' } },
  { label: 'Settings', icon: Settings, link: { to: '/app/settings' } },
] as const

export type AppPaletteProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The search palette with this app's pages in it. */
export function AppPalette(props: AppPaletteProps) {
  return <SearchPalette {...props} userId={useUser().id} pages={pages} />
}
