import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Recap } from '../features/stories/recap.tsx'
import { recapOf, useCarriedRecap } from '../features/stories/session-recap.ts'
import { TranscriptionNews } from '../features/stories/transcription-news.tsx'
import { sentenceOf, situationOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { StoryNotFound } from './story-page.tsx'

// The recorder is loaded beside the page, not before it.
const DeliveryNotice = lazy(async () => ({
  default: (await import('../features/studio/delivery-notice.tsx')).DeliveryNotice,
}))

// Without a network it cannot be loaded; but then no file was being sent either.
const UploadsNotice = lazy(() =>
  import('../features/upload/uploads-notice.tsx').then(
    (loaded) => ({ default: loaded.UploadsNotice }),
    () => ({ default: () => null }),
  ),
)

/** After a session: what it brought. What the studio carried here comes first, then what the server knows. */
export function RecapPage() {
  const named = useSearch({ strict: false, select: (search) => search.storyId })
  const carried = useCarriedRecap(named)
  const storyId = named ?? carried?.storyId
  const story = useQuery({
    ...orpc.stories.get.queryOptions({ input: { id: storyId ?? '' } }),
    enabled: storyId !== undefined,
  })

  const recap = carried ?? (story.data ? recapOf(story.data) : null)
  if (recap) {
    return (
      <>
        <title>Session Complete! · Kinora</title>
        <div className="mx-auto mb-8 flex max-w-[760px] flex-col gap-4 empty:hidden">
          <Suspense>
            <DeliveryNotice storyId={recap.storyId} />
          </Suspense>
          <Suspense>
            <UploadsNotice storyId={recap.storyId} />
          </Suspense>
          {story.data ? <TranscriptionNews status={story.data.transcriptionStatus} /> : null}
        </div>
        <Recap recap={recap} story={story.data} />
      </>
    )
  }
  if (storyId === undefined) return <StoryNotFound />
  if (story.isPending) return <PageSpinner />
  if (situationOf(story.error) === 'NOT_FOUND') return <StoryNotFound />
  return (
    <ErrorPanel
      title="The recap could not be loaded"
      sentence={sentenceOf(story.error)}
      onRetry={() => story.refetch()}
    />
  )
}
