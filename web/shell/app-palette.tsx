import {
  BookOpen,
  CreditCard,
  FileArchive,
  Images,
  LifeBuoy,
  Mic,
  Milestone,
  NotebookPen,
  Settings,
  Share2,
  Sparkles,
  Trash2,
  UserRound,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react'
import { useUser } from '../features/auth/session.tsx'
import type { PalettePage } from '../features/search/palette-options.tsx'
import { SearchPalette, type SearchPaletteProps } from '../features/search/search-palette.tsx'
import { labs, places } from './navigation.tsx'

const actions: PalettePage[] = [
  {
    label: 'Record a story',
    icon: Mic,
    link: { to: '/app/stories', search: { new: 'recording' } },
    words: 'new video audio tell',
  },
  {
    label: 'Write a journal entry',
    icon: NotebookPen,
    link: { to: '/app/stories', search: { new: 'journal' } },
    words: 'new text note',
  },
  {
    label: 'Upload a file',
    icon: Images,
    link: { to: '/app/stories', search: { new: 'upload' } },
    words: 'new photo film picture document',
  },
  {
    label: 'Make a storybook',
    icon: BookOpen,
    link: { to: '/app/storybooks', search: { new: true } },
    words: 'new book',
  },
]

const pages: PalettePage[] = [
  ...actions.map((action) => ({ ...action, isAction: true })),
  ...[...places, labs].map(({ to, label, icon }) => ({ label, icon, link: { to } })),
  {
    label: 'AI Story Enhancement',
    icon: Sparkles,
    link: { to: '/app/labs/enhance' },
    words: 'labs summary title tags',
  },
  { label: 'Voice Recording', icon: Mic, link: { to: '/app/labs/voice' }, words: 'labs elder audio button' },
  { label: 'Timeline View', icon: Milestone, link: { to: '/app/labs/timeline' }, words: 'labs years lives' },
  { label: 'Shared with me', icon: UsersRound, link: { to: '/app/shared' } },
  { label: 'Sharing Options', icon: Share2, link: { to: '/app/sharing-options' } },
  { label: 'Help & Support', icon: LifeBuoy, link: { to: '/app/help' }, words: 'questions how to' },
  { label: 'Billing', icon: CreditCard, link: { to: '/app/billing' }, words: 'plan upgrade payment invoice' },
  { label: 'Profile', icon: UserRound, link: { to: '/app/profile' } },
  {
    label: 'Settings',
    icon: Settings,
    link: { to: '/app/settings' },
    words: 'password devices e-mail theme notifications two-factor',
  },
  {
    label: 'Export Data',
    icon: FileArchive,
    link: { to: '/app/settings', hash: 'export' },
    words: 'archive backup download everything take out zip',
  },
  {
    label: 'Invite your family',
    icon: UserRoundPlus,
    link: { to: '/app/help/$article', params: { article: 'invite-your-family' } },
    words: 'add somebody grandchildren account',
  },
  { label: 'Trash', icon: Trash2, link: { to: '/app/trash' }, words: 'deleted restore' },
]

export type AppPaletteProps = Omit<SearchPaletteProps, 'userId' | 'pages'>

/** The search palette with this app's pages and actions. */
export function AppPalette(props: AppPaletteProps) {
  return <SearchPalette {...props} userId={useUser().id} pages={pages} />
}
