import { type ReactNode, useDeferredValue, useEffect } from 'react'
import type { PromptList } from '#contract/prompts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { type PagedList, ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast.tsx'
import { PlaylistCard } from './playlist-card.tsx'
import { PromptCard } from './prompt-card.tsx'
import type { StartTask } from './tasks.ts'
import { type Filter, isNarrowed, noFilter, usePlaylistList, usePromptList } from './use-prompts.ts'

const grid = 'grid gap-5 md:grid-cols-2 xl:grid-cols-3'

export type LibraryProps = {
  list: PromptList
  titles: { playlists: string; prompts: string }
  /** Shown while there are none at all. */
  empty: { playlists: ReactNode; prompts: ReactNode }
  filter: Filter
  onFilter: (filter: Filter) => void
  onTask: StartTask
}

/** The playlists and the prompts of one list. */
export function Library({ list, titles, empty, filter, onFilter, onTask }: LibraryProps) {
  const search = useDeferredValue(filter.search.trim())
  const narrowed = { ...filter, search }
  const playlists = usePlaylistList(list, narrowed)
  const prompts = usePromptList(list, narrowed)
  const failed = playlists.isLoadingError || prompts.isLoadingError

  useEffect(() => {
    if (failed) toastError('Failed to load prompts and playlists')
  }, [failed])

  // Prompts are shown only once the playlists above them are, so that nothing clickable moves.
  const place = { isPending: prompts.isPending || (filter.show === 'all' && playlists.isPending) }

  const clear = isNarrowed(narrowed) ? () => onFilter(noFilter) : null
  return (
    <div className="flex flex-col gap-12">
      {filter.show === 'prompts' ? null : (
        <Section title={titles.playlists} query={playlists} empty={empty.playlists} onClear={clear}>
          {playlists.data?.pages.flatMap(({ items }) =>
            items.map((playlist) => (
              <li key={playlist.id}>
                <PlaylistCard playlist={playlist} onTask={onTask} />
              </li>
            )),
          )}
        </Section>
      )}
      {filter.show === 'playlists' ? null : (
        <Section
          title={titles.prompts}
          query={{ ...prompts, ...place }}
          empty={empty.prompts}
          onClear={clear}
        >
          {prompts.data?.pages.flatMap(({ items }) =>
            items.map((prompt) => (
              <li key={prompt.id}>
                <PromptCard prompt={prompt} onTask={onTask} />
              </li>
            )),
          )}
        </Section>
      )}
    </div>
  )
}

type Paged = PagedList & {
  isPending: boolean
  isError: boolean
  isPlaceholderData: boolean
  data: unknown
  refetch: () => unknown
}

type SectionProps = {
  title: string
  query: Paged
  empty: ReactNode
  onClear: (() => void) | null
  children: ReactNode[] | undefined
}

function Section({ title, query, empty, onClear, children }: SectionProps) {
  const id = `list-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-5 font-story text-lg font-semibold">
        {title}
      </h2>
      <SectionBody {...{ title, query, empty, onClear }}>{children}</SectionBody>
    </section>
  )
}

function SectionBody({ title, query, empty, onClear, children }: SectionProps) {
  if (query.isPending) return <Waiting title={title} />
  if (query.isError && !query.data) {
    return (
      <ErrorPanel
        title={`${title} could not be loaded`}
        sentence={sentenceOf(query.error)}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (!children || children.length === 0) {
    // Until the answer is there, this is what the filter left that has just been cleared.
    if (onClear === null) return query.isPlaceholderData ? <Waiting title={title} /> : empty
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
        Nothing here fits your search.
        <Button variant="link" onClick={onClear}>
          Clear all filters
        </Button>
      </p>
    )
  }
  return (
    <>
      <ul className={grid}>{children}</ul>
      <ShowMore list={query} className="mt-8" isCentred />
    </>
  )
}

function Waiting({ title }: { title: string }) {
  return (
    <div role="status">
      <span className="sr-only">{title} are being loaded</span>
      <div className={grid}>
        {['first', 'second', 'third'].map((place) => (
          <Skeleton key={place} className="h-48" />
        ))}
      </div>
    </div>
  )
}
