import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, ListMusic } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PromptList as ListName, Playlist } from '#contract/prompts.ts'
import { countOf } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { type PagedList, ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QuestionButton } from './question-button.tsx'
import type { Asking } from './use-asking.ts'

type ListProps = { title: string; list: ListName; search: string; closed?: boolean }

const inputOf =
  ({ list, search }: ListProps) =>
  (cursor: string | undefined) => ({ list, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) })

/** One of the two lists of playlists. */
export function PlaylistList({ onOpen, ...props }: ListProps & { onOpen: (playlist: Playlist) => void }) {
  const query = useInfiniteQuery({
    ...orpc.prompts.playlists.infiniteOptions({
      input: inputOf(props),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const playlists = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <List {...props} query={query} count={playlists.length}>
      {playlists.map((playlist) => (
        <li key={playlist.id}>
          <button
            type="button"
            disabled={playlist.promptCount === 0}
            onClick={() => onOpen(playlist)}
            className="flex min-h-14 w-full items-center gap-3 rounded-card border-2 border-border bg-card px-4 py-2 text-start enabled:hover:border-primary-dark"
          >
            <ListMusic size={22} className="shrink-0 text-leaf" aria-hidden="true" />
            <span className="min-w-0">
              <span dir="auto" className="block font-semibold wrap-anywhere">
                {playlist.name}
              </span>
              <span className="block text-sm text-muted">
                {countOf(playlist.promptCount, 'prompt')}
                {playlist.askedCount > 0 ? ` · ${playlist.askedCount} asked` : ''}
              </span>
            </span>
          </button>
        </li>
      ))}
    </List>
  )
}

/** One of the two lists of prompts. */
export function PromptList({ asking, ...props }: ListProps & { asking: Asking }) {
  const query = useInfiniteQuery({
    ...orpc.prompts.list.infiniteOptions({
      input: inputOf(props),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const prompts = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <List {...props} query={query} count={prompts.length}>
      {prompts.map((prompt) => (
        <li key={prompt.id}>
          <QuestionButton prompt={prompt} asking={asking} />
        </li>
      ))}
    </List>
  )
}

type Paged = PagedList & {
  isPending: boolean
  isError: boolean
  isLoadingError: boolean
  isPlaceholderData: boolean
}

function List({
  title,
  search,
  closed,
  query,
  count,
  children,
}: ListProps & { query: Paged; count: number; children: ReactNode }) {
  return (
    // A search opens every list, so that no result is hidden.
    <details key={search === '' ? 'all' : 'found'} open={!closed || search !== ''} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-card font-bold">
        <ChevronRight
          size={22}
          className="transition-transform group-open:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
        />
        {title}
      </summary>
      {query.isPending ? (
        <div role="status">
          <span className="sr-only">{title} are being loaded</span>
          <Skeleton className="h-20" />
        </div>
      ) : null}
      <LoadFailure of={query} />
      {/* Until the answer to this search is there, the list is that of the one before. */}
      {!query.isPending && !query.isError && !query.isPlaceholderData && count === 0 ? (
        <p className="ps-8 text-muted">{search ? `None says “${search}”.` : 'None yet.'}</p>
      ) : null}
      <ul aria-label={title} className="flex flex-col gap-2">
        {children}
      </ul>
      <ShowMore list={query} className="mt-3 w-full" />
    </details>
  )
}
