import { Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import type { Playlist } from '#contract/prompts.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { CommunityItems, PublishItem } from './prompt-menu.tsx'
import type { StartTask } from './tasks.ts'
import type { PromptActions } from './use-prompts.ts'

export type PlaylistMenuProps = {
  playlist: Playlist
  /** Of whoever shows the menu, who tells of a failure beside it. */
  actions: PromptActions
  onTask: StartTask
}

/** What can be done with a playlist. Official ones and those of others can only be added to one's own or reported. */
export function PlaylistMenu({ playlist, actions, onTask }: PlaylistMenuProps) {
  const { addPlaylist, publish, withdraw } = actions
  const thing = { kind: 'playlist', id: playlist.id } as const
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More for “${playlist.name}”`}>
          <EllipsisVertical aria-hidden="true" />
        </Button>
      }
    >
      {playlist.isOwn ? (
        <>
          <MenuItem onSelect={() => onTask({ name: 'edit-playlist', playlist })}>
            <Pencil size={20} aria-hidden="true" />
            Edit
          </MenuItem>
          <MenuItem onSelect={() => addPlaylist.mutate(playlist)}>
            <Copy size={20} aria-hidden="true" />
            Copy
          </MenuItem>
          <PublishItem
            isPublished={playlist.isPublished}
            onPublish={() =>
              onTask({ name: 'publish', words: playlist.name, publish: () => publish.mutate(thing) })
            }
            onWithdraw={() => withdraw.mutate(thing)}
          />
          <MenuLine />
          <MenuItem onSelect={() => onTask({ name: 'delete-playlist', playlist })}>
            <Trash2 size={20} aria-hidden="true" />
            Delete
          </MenuItem>
        </>
      ) : (
        <CommunityItems thing={thing} words={playlist.name} actions={actions} onTask={onTask} />
      )}
    </Menu>
  )
}
