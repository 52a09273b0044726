import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/account.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * Three figures of what the family has kept, updated on every change. The section exists before the figures are
 * loaded, so that after a Retry the focus moves to it and not up to the heading.
 */
export function Tiles({ counts }: { counts: UseQueryResult<Dashboard> }) {
  return (
    <section aria-label="What is kept so far">
      {counts.isLoadingError ? (
        <ErrorPanel
          title="The figures could not be loaded"
          sentence={sentenceOf(counts.error)}
          onRetry={() => counts.refetch()}
        />
      ) : (
        <Figures counts={counts.data} />
      )}
    </section>
  )
}

/** The tiles while their figures load. */
export function TilesSkeleton() {
  return <Figures counts={undefined} />
}

function Figures({ counts }: { counts: Dashboard | undefined }) {
  return (
    <dl
      className="grid grid-cols-2 gap-4 max-[20rem]:grid-cols-1 sm:grid-cols-3"
      aria-busy={counts === undefined}
    >
      <Tile term="Stories Recorded">{counts?.storiesRecorded}</Tile>
      <Tile term="Family Members">{counts?.familyMembers}</Tile>
      <Tile term="Storybooks Created" wide>
        {counts?.storybooksCreated}
      </Tile>
    </dl>
  )
}

function Tile({ term, wide, children }: { term: string; wide?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex flex-col-reverse justify-end gap-1 rounded-card bg-card p-5 shadow-card sm:p-6 ${wide ? 'col-span-2 max-[20rem]:col-span-1 sm:col-span-1' : ''}`}
    >
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-story text-2xl font-semibold whitespace-nowrap tabular-nums sm:text-xl lg:text-2xl">
        {children === undefined ? <Skeleton className="h-[1lh] w-16" /> : children}
      </dd>
    </div>
  )
}
