import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mayChange } from '#contract/rights.ts'
import { useUser } from '../features/auth/session.tsx'
import { BookReader } from '../features/storybooks/reader/book-reader.tsx'
import type { HeardPassage } from '../features/storybooks/reader/voice-queue.ts'
import { StorybookHeader } from '../features/storybooks/storybook-header.tsx'
import { useBookPages, useStorybook } from '../features/storybooks/use-storybooks.ts'
import { isUnknown, sentenceOf, situationOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PlanOf } from '../ui/plan-limit.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useGone } from '../ui/unsaved.ts'

const route = getRouteApi('/app/storybooks/$storybookId')

/** One storybook, to be read and heard. `?page=12` opens that page. */
export function StorybookPage() {
  const { storybookId } = route.useParams()
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const { id: personId } = useUser()
  const book = useStorybook(storybookId)
  const pages = useBookPages(storybookId)
  const mediaOf = useVoices(storybookId)
  const isGone = useGone(book.isError && isUnknown(book.error), book.data)

  if (isGone) return <StorybookNotFound isOthers={book.data !== undefined && book.data.role !== 'owner'} />
  if (book.isPending || (pages.isPending && !pages.isError)) return <StorybookSkeleton />
  if (!book.data || (pages.isError && pages.pages.length === 0)) {
    return (
      <>
        <title>Storybook · Kinora</title>
        <BackLink to="/app/storybooks" search={{}}>
          Back to Storybooks
        </BackLink>
        <ErrorPanel
          title="This storybook could not be loaded"
          sentence={sentenceOf(book.error ?? pages.error)}
          onRetry={() => {
            book.refetch()
            pages.refetch()
          }}
        />
      </>
    )
  }

  const turn = (to: number) =>
    navigate({ to: '.', search: to > 1 ? { page: to } : {}, replace: true, resetScroll: false })
  return (
    // With a key: from one book to another that is known already, no voice or choice of the first may go on.
    <PlanOf key={storybookId} isOwn={book.data.role === 'owner'}>
      <StorybookHeader personId={personId} book={book.data} mediaOf={mediaOf} />
      <BookReader
        storybookId={storybookId}
        pages={pages.pages}
        rest={pages.rest && { ...pages.rest, pageCount: book.data.pageCount }}
        page={page}
        onTurn={turn}
        mediaOf={mediaOf}
        mayEdit={mayChange(book.data.role)}
        isOwn={book.data.role === 'owner'}
      />
    </PlanOf>
  )
}

/** Resolves a passage to the playback copy of its recording; null if the recording is gone. */
function useVoices(storybookId: string) {
  const queries = useQueryClient()
  return async ({ voice }: HeardPassage): Promise<string | null> => {
    const query = orpc.storybooks.voice.queryOptions({
      input: { storybookId, recordingId: voice.recordingId },
    })
    try {
      return (await queries.fetchQuery({ ...query, staleTime: 60_000 })).mediaId
    } catch (error) {
      if (situationOf(error) === 'NOT_FOUND') return null
      throw error
    }
  }
}

/** `isOthers`: whether it is known to belong to somebody else, who shared it until now. */
function StorybookNotFound({ isOthers }: { isOthers: boolean }) {
  return (
    <>
      <title>Storybook not found · Kinora</title>
      <EmptyState
        heading="h1"
        drawing={<LostPageDrawing />}
        title="Storybook not found"
        sentence={
          isOthers
            ? 'It may have been deleted, or is not shared with you any more.'
            : 'It may have been deleted, or the address is not quite right.'
        }
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {isOthers ? null : (
              <Button size="lg" asChild>
                <Link to="/app/storybooks" search={{}}>
                  Back to Storybooks
                </Link>
              </Button>
            )}
            <Button size="lg" variant={isOthers ? 'default' : 'outline'} asChild>
              <Link to="/app/shared">{isOthers ? 'Back to Shared with me' : 'Shared with me'}</Link>
            </Button>
            {isOthers ? null : (
              <Button size="lg" variant="outline" asChild>
                <Link to="/app/trash">Look in the Trash</Link>
              </Button>
            )}
          </div>
        }
      />
    </>
  )
}

function StorybookSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <title>Storybook · Kinora</title>
      <h1 className="sr-only">The storybook is being loaded</h1>
      <Skeleton className="h-12 w-44" />
      <Skeleton className="h-12 w-3/4 max-w-[38.75rem]" />
      <Skeleton className="mx-auto mt-6 aspect-[2/3] w-full max-w-[33.75rem]" />
    </div>
  )
}
