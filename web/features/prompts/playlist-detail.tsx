import { Link } from '@tanstack/react-router'
import { ListX, Mic, Plus } from 'lucide-react'
import type { Prompt, WholePlaylist } from '#contract/prompts.ts'
import { countOf } from '../../lib/format.ts'
import { toRecord } from '../../lib/studio-search.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { offerFocus } from '../../ui/offer-focus.ts'
import { SortableList } from '../../ui/sortable-list.tsx'
import { titleSize } from '../../ui/title-size.ts'
import { BackToPrompts } from './back-to-prompts.tsx'
import { PublishedBadge } from './origin.tsx'
import { PlaylistMenu } from './playlist-menu.tsx'
import { AskedLine, RecordThis } from './prompt-card.tsx'
import { PromptMenu } from './prompt-menu.tsx'
import type { StartTask } from './tasks.ts'
import { useArranging } from './use-arranging.ts'
import { usePromptActions } from './use-prompts.ts'

type DetailProps = { playlist: WholePlaylist; onTask: StartTask }

/** A playlist: its description and its questions in order, which can be changed in one's own playlists. */
export function PlaylistDetail({ playlist, onTask }: DetailProps) {
  const actions = usePromptActions()
  const { addPlaylist, failure } = actions
  return (
    <>
      <BackToPrompts tab={tabOf(playlist)} />
      <header className="mt-4 mb-8">
        <div className="flex items-start justify-between gap-4">
          <h1
            dir="auto"
            tabIndex={-1}
            className={cn('font-story font-semibold wrap-anywhere', titleSize(playlist.name))}
          >
            {playlist.name}
          </h1>
          {playlist.isOwn || playlist.isPublished ? (
            <PlaylistMenu playlist={playlist} actions={actions} onTask={onTask} />
          ) : null}
        </div>
        {playlist.description ? (
          <p dir="auto" className="mt-2 max-w-[45rem] text-muted wrap-anywhere">
            {playlist.description}
          </p>
        ) : null}
        <div className="mt-4 flex flex-wrap items-center gap-3 text-muted">
          {playlist.isOfficial ? <Badge tone="good">Official</Badge> : null}
          <PublishedBadge {...playlist} />
          <span>{countOf(playlist.promptCount, 'prompt')}</span>
          {playlist.author ? <span className="wrap-anywhere">By {playlist.author}</span> : null}
          {playlist.askedCount > 0 ? <span>{playlist.askedCount} asked</span> : null}
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          {playlist.promptCount > 0 ? <RecordPlaylist playlist={playlist} /> : null}
          {playlist.isOwn ? null : (
            <Button
              variant="outline"
              size="lg"
              busy={addPlaylist.isPending}
              onClick={() => addPlaylist.mutate(playlist)}
            >
              <Plus size={20} aria-hidden="true" />
              Add to My Playlists
            </Button>
          )}
        </div>
        {failure ? <Alert className="mt-4">{failure}</Alert> : null}
      </header>
      {playlist.promptCount === 0 ? (
        <p className="text-muted">This playlist has no prompts yet.</p>
      ) : (
        <Questions playlist={playlist} onTask={onTask} />
      )}
    </>
  )
}

/** The tab that lists it; My Prompts is the default and has none in the address. */
function tabOf({ isOwn, isOfficial }: WholePlaylist): 'explore' | 'community' | undefined {
  if (isOwn) return undefined
  return isOfficial ? 'explore' : 'community'
}

function RecordPlaylist({ playlist }: { playlist: WholePlaylist }) {
  return (
    <Button size="lg" asChild>
      <Link to="/app/studio" search={toRecord({ title: playlist.name, playlist: playlist.id })}>
        <Mic size={20} aria-hidden="true" />
        Record with this playlist
      </Link>
    </Button>
  )
}

/** Takes the focus, unless the person has moved on to something else while the answer was on its way. */
const takeFocus = (button: HTMLElement | null) => offerFocus(button, { fromButtons: true })

const row = 'flex items-start gap-2 rounded-card bg-card p-4 shadow-card sm:gap-4 sm:p-5'

function Questions({ playlist, onTask }: DetailProps) {
  const { arrange, takeOut, taken, failure } = useArranging(playlist)
  if (!playlist.isOwn) {
    return (
      <ol className="flex flex-col gap-4">
        {playlist.prompts.map((prompt, index) => (
          <li key={prompt.id} className={row}>
            <Question prompt={prompt} place={index + 1} onTask={onTask} onTakeOut={null} />
          </li>
        ))}
      </ol>
    )
  }
  return (
    <>
      {taken ? (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-4 rounded-card bg-tint p-4">
          <span className="min-w-0 flex-1 wrap-anywhere">“{taken.prompt.text}” was taken out.</span>
          {/* The removed row had the focus, so it moves to this button. */}
          <Button variant="outline" ref={takeFocus} onClick={taken.putBack}>
            Put it back
          </Button>
        </p>
      ) : null}
      {failure ? <Alert className="mb-4">{failure}</Alert> : null}
      <SortableList
        label="Prompts in this playlist"
        items={playlist.prompts}
        nameOf={({ text }) => text}
        className="flex flex-col gap-4"
        itemClassName={row}
        onArrange={arrange}
      >
        {(prompt, grip) => (
          <>
            {grip}
            <Question
              prompt={prompt}
              place={playlist.promptIds.indexOf(prompt.id) + 1}
              onTask={onTask}
              onTakeOut={playlist.promptCount > 1 ? () => takeOut(prompt) : null}
            />
          </>
        )}
      </SortableList>
    </>
  )
}

type QuestionProps = {
  prompt: Prompt
  place: number
  onTask: StartTask
  /** null if the playlist is not the person's own, or this is its last question. */
  onTakeOut: (() => void) | null
}

function Question({ prompt, place, onTask, onTakeOut }: QuestionProps) {
  const actions = usePromptActions()
  return (
    <>
      <span
        className="hidden w-8 shrink-0 pt-2.5 text-end text-muted tabular-nums sm:block"
        aria-hidden="true"
      >
        {place}
      </span>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="pt-1.5 font-story text-lg leading-snug wrap-anywhere">
          {prompt.text}
        </p>
        <p className="mt-1 text-sm text-muted">{prompt.category}</p>
        <AskedLine prompt={prompt} />
        <div className="mt-3">
          <RecordThis prompt={prompt} />
        </div>
        {actions.failure ? <Alert className="mt-3">{actions.failure}</Alert> : null}
      </div>
      <PromptMenu prompt={prompt} actions={actions} onTask={onTask}>
        {onTakeOut ? (
          <MenuItem onSelect={onTakeOut}>
            <ListX size={20} aria-hidden="true" />
            Take out of this playlist
          </MenuItem>
        ) : null}
      </PromptMenu>
    </>
  )
}
