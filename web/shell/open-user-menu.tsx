import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Check,
  CreditCard,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { logOut } from '../features/auth/log-out.ts'
import { logInHash, useUser } from '../features/auth/session.tsx'
import { importing } from '../lib/importing.ts'
import { type ThemeChoice, themeChoices, useTheme } from '../lib/theme.ts'
import { stopTabWork } from '../lib/under-way.ts'
import { loadedQuietly } from '../ui/loaded-quietly.tsx'
import { Menu, MenuFoot, MenuItem, MenuLabel, MenuLine, MenuRadioGroup, MenuRadioItem } from '../ui/menu.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { type LeftBehind, leftBehind } from './left-behind.ts'
import { LogOutQuestion } from './log-out-question.tsx'
import { type Person, type Place, UserMenuButton } from './user-menu-button.tsx'

const appearance: Record<ThemeChoice, { label: string; icon: typeof Sun }> = {
  system: { label: 'Like this device', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
}

/** The person's menu: profile, appearance, logging out. Its code is loaded on demand, so it is open from the start. */
export function OpenUserMenu({ person, place }: { person: Person; place: Place }) {
  const [theme, setTheme] = useTheme()
  const { leave, question } = useLogOut()

  return (
    <>
      <Menu
        defaultOpen
        side={place === 'sidebar' ? 'top' : 'bottom'}
        trigger={<UserMenuButton person={person} place={place} />}
      >
        <MenuLabel>
          <span className="block font-bold wrap-anywhere">{person.name}</span>
          <span className="block text-sm break-all text-muted">{person.email}</span>
        </MenuLabel>
        <MenuLine />
        <MenuItem asChild>
          <Link to="/app/profile">
            <UserRound aria-hidden="true" />
            Profile
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/app/settings">
            <Settings aria-hidden="true" />
            Settings
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/app/sharing-options">
            <UsersRound aria-hidden="true" />
            Sharing Options
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/app/billing">
            <CreditCard aria-hidden="true" />
            Billing
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/app/help">
            <LifeBuoy aria-hidden="true" />
            Help & Support
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/app/trash">
            <Trash2 aria-hidden="true" />
            Trash
          </Link>
        </MenuItem>
        <MenuLine />
        <MenuRadioGroup label="Appearance" value={theme}>
          {themeChoices.map((choice) => {
            const { label, icon: Icon } = appearance[choice]
            return (
              <MenuRadioItem key={choice} value={choice} onSelect={() => setTheme(choice)}>
                <Icon aria-hidden="true" />
                <span className="flex-1">{label}</span>
                {theme === choice ? <Check aria-hidden="true" /> : null}
              </MenuRadioItem>
            )
          })}
        </MenuRadioGroup>
        <MenuFoot>
          <MenuItem onSelect={leave}>
            <LogOut aria-hidden="true" />
            Log Out
          </MenuItem>
        </MenuFoot>
      </Menu>
      {question}
    </>
  )
}

/** Logs out at once if nothing would be left behind, and asks first otherwise. */
function useLogOut(): { leave: () => Promise<void>; question: ReactNode } {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id } = useUser()
  const [left, setLeft] = useState<LeftBehind | null>(null)
  const [busy, setBusy] = useState(false)
  const [isReading, setIsReading] = useState(false)

  const logOutNow = async () => {
    setBusy(true)
    stopTabWork()
    await logOut()
    // The next person at this device must not see what this one read.
    queries.clear()
    await navigate({ to: '/login', hash: logInHash, ignoreBlocker: true })
  }
  const stay = () => {
    setIsReading(false)
    setLeft(null)
  }
  /** Checks again what is left, since some of it may have been discarded meanwhile. */
  const readUp = async () => {
    setLeft(await leftBehind(id))
    setIsReading(false)
  }
  const question = left ? (
    <LogOutQuestion
      left={left}
      busy={busy}
      onStay={stay}
      onRead={() => setIsReading(true)}
      onLogOut={logOutNow}
    />
  ) : null
  const shown = busy && left === null ? <LoggingOut /> : question
  return {
    leave: async () => {
      const found = await leftBehind(id)
      if (found === null) return logOutNow()
      setLeft(found)
    },
    question: isReading ? (
      <RefusedDialog personId={id} onClose={readUp} onLeave={stay} fallback={question} />
    ) : (
      shown
    ),
  }
}

/** Over the whole page, which is not to be read or used any more. */
function LoggingOut() {
  return (
    <div className="fixed inset-0 z-50 flex items-center justify-center bg-background">
      <PageSpinner label="Logging you out" />
    </div>
  )
}

const RefusedDialog = loadedQuietly(
  async () => (await importing(() => import('../features/transcripts/refused-dialog.tsx'))).RefusedDialog,
)
