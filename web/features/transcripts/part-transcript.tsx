import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RecordingState } from '#contract/recordings.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Interview } from './interview.tsx'
import { askKey, situationOf, TranscriptState } from './transcript-states.tsx'

/** One recording or added file of the story that can be heard. */
export type TranscriptPart = {
  id: string
  label: string
  kind: 'video' | 'audio'
  seconds: number | null
  /** The state of a recording; null for an added file, which is always complete. */
  state: RecordingState | null
}

export type PartTranscriptProps = {
  part: TranscriptPart
  canChange: boolean
  personId: string
  storySpeakers: readonly string[]
  media: (onElement: (element: HTMLMediaElement | null) => void) => ReactNode
}

/** The transcript of one part, or how far its transcription has come. */
export function PartTranscript({ part, canChange, personId, storySpeakers, media }: PartTranscriptProps) {
  const query = useQuery(orpc.transcripts.get.queryOptions({ input: { id: part.id } }))
  const situation = query.data ? situationOf(query.data, part.state) : null
  const isAsking = useIsMutating({ mutationKey: askKey(part.id) }) > 0
  const [hasWaited, setWaited] = useState(false)
  if (!hasWaited && (isAsking || situation === 'waiting' || situation === 'listening')) setWaited(true)

  if (query.isPending) return <TranscriptSkeleton />
  if (!query.data) {
    return (
      <ErrorPanel
        title="The transcript could not be loaded"
        sentence={sentenceOf(query.error)}
        onRetry={() => query.refetch()}
      />
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {situation ? (
        <TranscriptState
          transcript={query.data}
          situation={situation}
          canAsk={canChange}
          isNews={hasWaited}
        />
      ) : null}
      {query.data.lineCount > 0 ? (
        <Interview
          transcript={query.data}
          answeredAt={query.dataUpdatedAt}
          personId={personId}
          storySpeakers={storySpeakers}
          durationMs={part.seconds === null ? null : part.seconds * 1_000}
          canChange={canChange}
          media={media}
        />
      ) : null}
    </div>
  )
}

/** The placeholder while an interview loads. */
function TranscriptSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">The transcript is being loaded</span>
      <Skeleton className="h-24" />
      <Skeleton className="mt-4 h-20" />
      <Skeleton className="h-14 w-4/5" />
      <Skeleton className="h-20" />
    </div>
  )
}
