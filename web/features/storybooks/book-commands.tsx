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
  /** Whether there is something to be said about its chapters. */
  hasChapters: boolean
  onOpen: (dialog: BookDialog) => void
}

type Command = { label: string; icon: LucideIcon; opens: BookDialog | 'sharing' }

/** What can be done with a book as a whole. On a phone that is behind one button: what somebody came for is the book. */
export function BookCommands({ book, hasChapters, onOpen }: BookCommandsProps) {
  const isOnPhone = useMedia(onPhone)
  const commands = commandsOf(book, hasChapters)
  if (commands.length === 0) return null

  if (isOnPhone && commands.length > 1) {
    return (
      <Menu
        trigger={
          <Button variant="ghost" size="sm" className="col-start-2 row-start-1 -me-4">
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

  return (
    <div className="mt-5 flex flex-wrap gap-3 max-sm:col-span-2">
      {commands.map((command) =>
        command.opens === 'sharing' ? (
          <Button key={command.opens} variant="outline" asChild>
            <Link to="/app/sharing-options" search={{ type: 'storybook', id: book.id }}>
              <Words {...command} />
            </Link>
          </Button>
        ) : (
          <Button
            key={command.opens}
            variant={command.opens === 'delete' ? 'ghost' : 'outline'}
            className={command.opens === 'delete' ? 'ms-auto text-danger!' : ''}
            onClick={opening(command.opens, onOpen)}
          >
            <Words {...command} />
          </Button>
        ),
      )}
    </div>
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
