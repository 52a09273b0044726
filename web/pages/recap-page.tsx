import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { Recap } from '../features/stories/recap.tsx'
import { recapOf, useCarriedRecap } from '../features/stories/session-recap.ts'
import { TranscriptionNews } from '../features/stories/transcription-news.tsx'
import { isUnknown, sentenceOf } from '../lib/errors.ts'
import { importing } from '../lib/importing.ts'
import { useHasOwnSpeechKey } from '../lib/own-speech-key.ts'
import { orpc } from '../lib/rpc.ts'
import { useWithdrawn } from '../lib/use-withdrawn.ts'
import { Button } from '../ui/button.tsx'
import { AlbumDrawing } from '../ui/drawings/album.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { loadedQuietly } from '../ui/loaded-quietly.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { StoryNotFound } from './story-states.tsx'

// The recorder's code is loaded in parallel with the page and does not delay it.
const DeliveryNotice = loadedQuietly(
  async () => (await importing(() => import('../features/studio/delivery-notice.tsx'))).DeliveryNotice,
)
const UploadsNotice = loadedQuietly(
  async () => (await importing(() => import('../features/uploads/uploads-notice.tsx'))).UploadsNotice,
)

// Only does something if the person has entered a key of their own.
const OwnKeyAfterwards = loadedQuietly(
  async () =>
    (await importing(() => import('../features/transcripts/own-key/own-key-afterwards.tsx')))
      .OwnKeyAfterwards,
)

/** For Reminisce in the navigation, which names no story: the newest one. */
function useNewestStory(wanted: boolean) {
  const carried = useCarriedRecap(undefined)
  const enabled = wanted && carried === null
  const list = useQuery({ ...orpc.stories.list.queryOptions({ input: { limit: 1 } }), enabled })
  return {
    list,
    storyId: enabled ? list.data?.items[0]?.id : undefined,
    isPending: enabled && list.isPending,
  }
}

function NothingToReminisce() {
  return (
    <>
      <title>Reminisce · Kinora</title>
      <h1 className="sr-only">Reminisce</h1>
      <EmptyState
        drawing={<AlbumDrawing />}
        title="Nothing to look back on yet"
        sentence="After a story is told, it is summed up here."
        action={
          <Button variant="hero" size="lg" asChild>
            <Link to="/app/stories" search={{ new: 'recording' }}>
              Record Your First Story
            </Link>
          </Button>
        }
      />
    </>
  )
}

/** The safe recordings of a story; of the tracks of one talk, only the first. */
function transcribableIn({ recordings }: Story): string[] {
  return recordings
    .filter(({ id, state, trackGroup }) => state === 'ready' && (trackGroup === null || trackGroup === id))
    .map(({ id }) => id)
}

/** Shown after a session: its result. It first shows what the studio passed on, and then what the server knows. */
export function RecapPage() {
  const asked = useSearch({ strict: false, select: (search) => search.storyId })
  const newest = useNewestStory(asked === undefined)
  const named = asked ?? newest.storyId
  const carried = useCarriedRecap(named)
  const storyId = named ?? carried?.storyId
  const story = useQuery({
    ...orpc.stories.get.queryOptions({ input: { id: storyId ?? '' } }),
    enabled: storyId !== undefined,
  })

  const hasKey = useHasOwnSpeechKey()
  const [lacksRecording, setLacksRecording] = useState(false)
  const [lacksFile, setLacksFile] = useState(false)

  // What was deleted or is not shared any more is not shown from the cache. A session that just ended may not have reached the server yet.
  const isGone = useWithdrawn(story, isUnknown)
  const known = isGone ? undefined : story.data
  const recap = carried ?? (known ? recapOf(known) : null)
  if (recap) {
    return (
      <>
        <title>Session Complete! · Kinora</title>
        <Recap recap={recap} story={known} isLacking={lacksRecording || lacksFile}>
          <DeliveryNotice storyId={recap.storyId} onLack={setLacksRecording} />
          <UploadsNotice storyId={recap.storyId} onLack={setLacksFile} />
          {known ? <TranscriptionNews status={known.transcriptionStatus} /> : null}
          {known && hasKey ? <OwnKeyAfterwards recordingIds={transcribableIn(known)} /> : null}
        </Recap>
      </>
    )
  }
  if (newest.isPending) return <PageSpinner />
  if (newest.list.isLoadingError) return <NoRecap of={newest.list} />
  if (storyId === undefined) return <NothingToReminisce />
  if (story.isPending) return <PageSpinner />
  if (isGone) return <StoryNotFound storyId={storyId} />
  return <NoRecap of={story} />
}

function NoRecap({ of }: { of: { error: unknown; refetch: () => unknown } }) {
  return (
    <>
      <title>Reminisce · Kinora</title>
      <h1 className="sr-only">Reminisce</h1>
      <ErrorPanel
        title="The recap could not be loaded"
        sentence={sentenceOf(of.error)}
        onRetry={() => of.refetch()}
      />
    </>
  )
}
