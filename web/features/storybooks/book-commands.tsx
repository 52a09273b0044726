import { Link } from '@tanstack/react-router'
import {
  BookOpenText,
  Download,
  EllipsisVertical,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Share2,
  Trash2,
} from 'lucide-react'
import { Fragment } from 'react'
import { mayChange, mayManage } from '#contract/rights.ts'
import type { Storybook } from '#contract/storybooks.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { onPhone, useMedia } from '../../ui/use-media.ts'

export type BookDialog = 'edit' | 'chapters' | 'export' | 'layOut' | 'delete'

export type BookCommandsProps = {
  book: Storybook
  /** Whether there are chapters, or a model to write them, so that the chapters dialog has something to offer. */
  hasChapters: boolean
  onOpen: (dialog: BookDialog) => void
}

type Command = { label: string; icon: LucideIcon; opens: BookDialog | 'sharing' }

/** Rarely used commands; where there is no room for all, they move behind “More”. */
const rare: readonly Command['opens'][] = ['layOut', 'delete']

/**
 * The commands for a book as a whole. On a phone they are behind one button, because people come for the book itself. On larger screens
 * they are in a single row: a last command alone in a second row looked unrelated to the others.
 */
export function BookCommands({ book, hasChapters, onOpen }: BookCommandsProps) {
  const isOnPhone = useMedia(onPhone)
  const isTablet = useMedia('(width >= 48rem)')
  const isWide = useMedia('(width >= 80rem)')
  const commands = commandsOf(book, hasChapters)
  if (commands.length === 0) return null

  if (isOnPhone && commands.length > 1) {
    return <More {...{ book, commands, onOpen }} className="col-start-2 row-start-1 -me-4" />
  }

  // The limits were measured with all the commands of an owner: five fit in a row on a tablet, six beside the navigation on a desktop.
  const room = 4 + Number(isTablet) + Number(isWide)
  const behind = commands.length > room ? commands.filter(({ opens }) => rare.includes(opens)) : []
  const size = isWide && commands.length <= 5 ? 'default' : 'sm'
  return (
    <div className="mt-5 flex flex-wrap gap-2 max-sm:col-span-2">
      {commands
        .filter((command) => !behind.includes(command))
        .map((command) =>
          command.opens === 'sharing' ? (
            <Button key={command.opens} variant="outline" size={size} asChild>
              <Link to="/app/sharing-options" search={{ type: 'storybook', id: book.id }}>
                <Words {...command} />
              </Link>
            </Button>
          ) : (
            <Button
              key={command.opens}
              variant={command.opens === 'delete' ? 'ghost' : 'outline'}
              size={size}
              className={command.opens === 'delete' ? 'ms-auto text-danger!' : ''}
              onClick={opening(command.opens, onOpen)}
            >
              <Words {...command} />
            </Button>
          ),
        )}
      {behind.length > 0 ? <More {...{ book, commands: behind, onOpen }} /> : null}
    </div>
  )
}

type MoreProps = Pick<BookCommandsProps, 'book' | 'onOpen'> & { commands: Command[]; className?: string }

function More({ book, commands, onOpen, className }: MoreProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" className={className}>
          <EllipsisVertical size={20} aria-hidden="true" />
          More
          <span className="sr-only"> for “{book.title}”</span>
        </Button>
      }
    >
      {commands.map((command) => (
        <Fragment key={command.opens}>
          {command.opens === 'delete' ? <MenuLine /> : null}
          {command.opens === 'sharing' ? (
            <MenuItem asChild>
              <Link to="/app/sharing-options" search={{ type: 'storybook', id: book.id }}>
                <Words {...command} />
              </Link>
            </MenuItem>
          ) : (
            <MenuItem onSelect={opening(command.opens, onOpen)}>
              <Words {...command} />
            </MenuItem>
          )}
        </Fragment>
      ))}
    </Menu>
  )
}

const opening = (dialog: BookDialog, onOpen: BookCommandsProps['onOpen']) => () => onOpen(dialog)

function commandsOf(book: Storybook, hasChapters: boolean): Command[] {
  const isOwn = book.role === 'owner'
  const edit: Command = { label: 'Edit', icon: Pencil, opens: 'edit' }
  const chapters: Command = { label: 'Chapters', icon: BookOpenText, opens: 'chapters' }
  const download: Command = { label: 'Download', icon: Download, opens: 'export' }
  const share: Command = { label: 'Share', icon: Share2, opens: 'sharing' }
  const update: Command = { label: 'Update from stories', icon: RefreshCw, opens: 'layOut' }
  const remove: Command = { label: 'Delete', icon: Trash2, opens: 'delete' }
  return [
    ...(mayChange(book.role) ? [edit] : []),
    ...(isOwn && hasChapters ? [chapters] : []),
    ...(isOwn ? [download] : []),
    ...(mayManage(book.role) ? [share] : []),
    ...(isOwn ? [update] : []),
    ...(mayManage(book.role) ? [remove] : []),
  ]
}

function Words({ label, icon: Icon }: Pick<Command, 'label' | 'icon'>) {
  return (
    <>
      <Icon size={20} aria-hidden="true" />
      {label}
    </>
  )
}
