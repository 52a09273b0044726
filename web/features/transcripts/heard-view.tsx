import { useInfiniteQuery } from '@tanstack/react-query'
import { textOf } from '#contract/transcript-words.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatMoment } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { proseStyle } from './prose.ts'

const SEGMENTS_PER_PAGE = 50

/** What the machine heard: the segments beneath all corrections. */
export function HeardView({ transcriptId }: { transcriptId: string }) {
  const heard = useInfiniteQuery(
    orpc.transcripts.heard.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: transcriptId,
        limit: SEGMENTS_PER_PAGE,
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  if (heard.isPending) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <span className="sr-only">What the machine heard is being loaded</span>
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  }
  if (heard.isError && !heard.data) {
    return (
      <ErrorPanel
        title="This could not be loaded"
        sentence={sentenceOf(heard.error)}
        onRetry={() => heard.refetch()}
      />
    )
  }
  return (
    <>
      <p className="mb-6 text-muted">
        This is what the machine heard, with every mistake. Nobody can change it; corrections lie over it.
      </p>
      <ol aria-label="What the machine heard" className="flex flex-col gap-5">
        {heard.data.pages
          .flatMap((page) => page.items)
          .map((segment) => (
            <li key={segment.id} className="grid gap-x-6 md:grid-cols-[9.375rem_1fr]">
              <p className="text-sm text-muted tabular-nums md:pt-1.5 md:text-end">
                {segment.speaker === null ? '' : `Speaker ${segment.speaker}, `}
                {formatMoment(segment.startMs)}
              </p>
              <p dir="auto" className={proseStyle}>
                {textOf(segment.words)}
              </p>
            </li>
          ))}
      </ol>
      <ShowMore list={heard} className="mt-8" />
    </>
  )
}
