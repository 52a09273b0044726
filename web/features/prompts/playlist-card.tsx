import { Link } from '@tanstack/react-router'
import { ListMusic, Plus } from 'lucide-react'
import type { Playlist } from '#contract/prompts.ts'
import { countOf } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PublishedBadge } from './origin.tsx'
import { PlaylistMenu } from './playlist-menu.tsx'
import type { StartTask } from './tasks.ts'
import { usePromptActions } from './use-prompts.ts'

/** A playlist in a list; its name links to its questions. */
export function PlaylistCard({ playlist, onTask }: { playlist: Playlist; onTask: StartTask }) {
  const actions = usePromptActions()
  const { addPlaylist, failure } = actions
  return (
    <article className="relative flex h-full flex-col gap-3 rounded-card bg-card p-5 shadow-card focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-ring">
      <div className="flex items-start gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-tint text-leaf max-[20rem]:hidden">
          <ListMusic aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="font-story text-lg leading-snug font-semibold wrap-anywhere">
            <Link
              to="/app/prompts/playlists/$playlistId"
              params={{ playlistId: playlist.id }}
              state={{ isFromPrompts: true }}
              className="outline-none after:absolute after:inset-0 hover:underline"
            >
              {playlist.name}
            </Link>
          </h3>
          <p className="text-sm text-muted">
            {countOf(playlist.promptCount, 'prompt')}
            {playlist.askedCount > 0 ? ` · ${playlist.askedCount} asked` : ''}
          </p>
        </div>
        {playlist.isOwn ? (
          <div className="relative z-10 -me-2 -mt-1">
            <PlaylistMenu playlist={playlist} actions={actions} onTask={onTask} />
          </div>
        ) : null}
      </div>
      {playlist.description ? (
        <p dir="auto" className="line-clamp-3 text-muted wrap-anywhere">
          {playlist.description}
        </p>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-1">
        {playlist.isOfficial ? <Badge tone="good">Official</Badge> : null}
        <PublishedBadge {...playlist} />
        {playlist.author && !playlist.isOfficial && !playlist.isOwn ? (
          <p className="text-sm text-muted wrap-anywhere">By {playlist.author}</p>
        ) : null}
        {playlist.isOwn ? null : (
          <Button
            variant="secondary"
            size="sm"
            className="relative z-10"
            busy={addPlaylist.isPending}
            onClick={() => addPlaylist.mutate(playlist)}
          >
            <Plus size={20} aria-hidden="true" />
            Add to My Playlists
          </Button>
        )}
      </div>
      {failure ? <Alert>{failure}</Alert> : null}
    </article>
  )
}
