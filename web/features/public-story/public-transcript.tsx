import { sentenceOf } from '../../lib/errors.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type LinkKey, usePublicLines } from './use-public-story.ts'

export type PublicTranscriptProps = {
  recordingId: string
  linkKey: LinkKey
  onPlay: (seconds: number) => void
}

/** The transcript of a recording, read-only; the time of each line plays from there. */
export function PublicTranscript({ recordingId, linkKey, onPlay }: PublicTranscriptProps) {
  const list = usePublicLines(linkKey, recordingId)
  if (list.isPending) return <Skeleton className="mt-6 h-48" />
  if (!list.data) {
    return (
      <div className="mt-6">
        <ErrorPanel
          title="What is said could not be loaded"
          sentence={sentenceOf(list.error)}
          onRetry={() => list.refetch()}
        />
      </div>
    )
  }

  const lines = list.data.pages.flatMap((page) => page.items)
  return (
    <div className="mt-6 flex max-w-[45rem] flex-col gap-5">
      <ol className="flex flex-col gap-5" aria-label="What is said">
        {lines.map((line) => (
          <li key={line.id} className="flex gap-3">
            <Button
              variant="ghost"
              size="sm"
              className="-mt-2 tabular-nums"
              onClick={() => onPlay(line.startMs / 1_000)}
            >
              <span className="sr-only">Play from</span>
              {formatMoment(line.startMs)}
            </Button>
            <p dir="auto" className="min-w-0 font-story wrap-anywhere">
              {line.speaker ? <b className="font-sans">{line.speaker}: </b> : null}
              {line.text}
            </p>
          </li>
        ))}
      </ol>
      <ShowMore list={list} className="self-center" />
    </div>
  )
}
