import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Interview } from './interview.tsx'
import { situationOf, TranscriptState } from './transcript-states.tsx'

export type PartTranscriptProps = {
  recording: Recording
  personId: string
  storySpeakers: readonly string[]
  media: (onElement: (element: HTMLMediaElement | null) => void) => ReactNode
}

/** The transcript of one recording: its words, and how far they are. */
export function PartTranscript({ recording, personId, storySpeakers, media }: PartTranscriptProps) {
  const query = useQuery(orpc.transcripts.get.queryOptions({ input: { id: recording.id } }))
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
  const situation = situationOf(query.data, recording.state)
  return (
    <div className="flex flex-col gap-6">
      {situation ? <TranscriptState transcript={query.data} situation={situation} /> : null}
      {query.data.lineCount > 0 ? (
        <Interview
          transcript={query.data}
          personId={personId}
          storySpeakers={storySpeakers}
          durationMs={recording.durationMs}
          media={media}
        />
      ) : null}
    </div>
  )
}

/** The shape of an interview on its way. */
export function TranscriptSkeleton() {
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
