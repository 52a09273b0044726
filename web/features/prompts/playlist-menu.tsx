import { Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import type { Playlist } from '#contract/prompts.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { CommunityItems, PublishItem } from './prompt-menu.tsx'
import type { StartTask } from './tasks.ts'
import type { PromptActions } from './use-prompts.ts'

export type PlaylistMenuProps = {
  playlist: Playlist
  /** The actions of the component showing the menu, which reports their errors. */
  actions: PromptActions
  onTask: StartTask
}

/** The commands for a playlist. Official playlists and those of other families can only be copied or reported. */
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
              onTask({
                name: 'publish',
                words: playlist.name,
                isHidden: playlist.isHidden,
                publish: () => publish.mutate({ ...thing, isHidden: playlist.isHidden }),
              })
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
