import { Link } from '@tanstack/react-router'
import {
  BookHeart,
  BookOpen,
  FlaskConical,
  History,
  House,
  MessageCircleQuestion,
  Search,
  TreeDeciduous,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { UserMenu } from './user-menu.tsx'

/** The pages of the navigation; only those that exist. */
export const places = [
  { to: '/app', label: 'Home', icon: House, exact: true },
  { to: '/app/stories', label: 'Stories', icon: BookHeart, exact: false },
  { to: '/app/storybooks', label: 'Storybooks', icon: BookOpen, exact: false },
  { to: '/app/prompts', label: 'Prompts', icon: MessageCircleQuestion, exact: false },
  { to: '/app/family', label: 'Family', icon: TreeDeciduous, exact: false },
  { to: '/app/reminisce', label: 'Reminisce', icon: History, exact: false },
] as const

/** Set apart from the other pages: features that are still being tried out. */
export const labs = { to: '/app/labs', label: 'Labs', icon: FlaskConical, exact: false } as const

/** Four pages within the thumb's reach, in the order of the specification; Home is the name at the top. */
const thumbPlaces = ['/app/stories', '/app/prompts', '/app/family', '/app/storybooks'].flatMap(
  (to) => places.find((place) => place.to === to) ?? [],
)

/** The navigation on large screens: the pages at the side, the person's menu at the bottom. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  return (
    <aside className="fixed inset-y-0 start-0 z-30 hidden w-[16.25rem] flex-col border-e border-border bg-card p-4 lg:flex">
      <HomeLink className="mb-6 px-2 pt-2">
        <Logo />
      </HomeLink>
      <SearchButton onClick={onSearch} />
      <nav aria-label="Main" className="-mx-1 flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto p-1">
        {places.map((place) => (
          <SideLink key={place.to} {...place} />
        ))}
        <div className="mt-3 border-t border-border pt-4">
          <SideLink {...labs} />
        </div>
      </nav>
      <UserMenu place="sidebar" />
    </aside>
  )
}

function SideLink({ to, label, icon: Icon, exact }: (typeof places)[number] | typeof labs) {
  return (
    <Link
      to={to}
      activeOptions={{ exact }}
      className="flex min-h-14 items-center gap-4 rounded-full px-5 text-muted transition-colors hover:bg-foreground/6 hover:text-foreground aria-[current=page]:bg-tint aria-[current=page]:font-bold aria-[current=page]:text-leaf"
    >
      <Icon aria-hidden="true" />
      {label}
    </Link>
  )
}

/** The top of the navigation on phones and tablets: the name and the person's menu. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  return (
    <header className="flex items-center justify-between px-4 pt-3 sm:px-6 lg:hidden">
      <HomeLink className="flex min-h-12 items-center gap-2">
        <LogoMark size={36} />
        <span translate="no" className="font-story text-lg font-semibold">
          Kinora
        </span>
      </HomeLink>
      <div className="flex items-center gap-1">
        <button
          type="button"
          onClick={onSearch}
          aria-haspopup="dialog"
          className="flex size-14 items-center justify-center rounded-full transition-colors hover:bg-foreground/8"
        >
          <Search aria-hidden="true" />
          <span className="sr-only">Search</span>
        </button>
        <UserMenu place="bar" />
      </div>
    </header>
  )
}

/** The bottom of the navigation on phones and tablets: the pages within the thumb's reach. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap border-t border-border bg-card pb-[env(safe-area-inset-bottom)] very-low:static lg:hidden"
    >
      {thumbPlaces.map(({ to, label, icon: Icon, exact }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact }}
          className="flex min-h-16 flex-[1_0_auto] flex-col max-[15.5rem]:basis-[40%] items-center justify-center gap-0.5 text-sm text-muted outline-offset-[-3px] aria-[current=page]:font-bold aria-[current=page]:text-leaf [&[aria-current=page]_svg]:stroke-[2.6]"
        >
          <Icon aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Opens the search palette; it looks like a search field. */
function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
      className="mb-6 flex min-h-12 items-center gap-3 rounded-card border-2 border-edge px-4 text-muted transition-colors hover:border-foreground hover:text-foreground"
    >
      <Search size={22} aria-hidden="true" />
      <span className="flex-1 text-start">Search</span>
      <span aria-hidden="true" className="text-sm">
        {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}

function HomeLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Link
      to="/app"
      activeOptions={{ exact: true }}
      className={cn('rounded-card', className)}
      aria-label="Kinora, home"
    >
      {children}
    </Link>
  )
}
