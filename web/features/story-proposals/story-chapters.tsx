import { ListChecks } from 'lucide-react'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import type { Playing } from './play-places.tsx'
import { useProposals } from './use-proposals.ts'

export type StoryChaptersProps = Playing & {
  storyId: string
  mayChange: boolean
  /** Leads to where the proposed chapters are decided about. */
  onReview: () => void
}

/** The accepted chapters, as places to play from. Renders nothing if there are none. */
export function StoryChapters({ storyId, mayChange, parts, onPlay, onReview }: StoryChaptersProps) {
  const { data } = useProposals(storyId)
  const all = (data?.items ?? []).filter(({ kind }) => kind === 'chapter')
  const chapters = parts.flatMap(({ id, label }) =>
    all
      .filter(({ state, transcriptId }) => state === 'accepted' && transcriptId === id)
      .toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0))
      .map((chapter) => ({ ...chapter, partId: id, label })),
  )
  const proposed = mayChange && all.some(({ state }) => state === 'open')
  if (chapters.length === 0 && !proposed) return null

  return (
    <section aria-labelledby="story-chapters" className="flex flex-col gap-2">
      <h2 id="story-chapters" className="text-lg font-bold">
        Chapters
      </h2>
      <Portioned items={chapters}>
        {(drawn) => (
          <ol className="flex flex-col">
            {drawn.map(({ id, text, startMs, partId, label }) => (
              <li key={id} className="border-t border-border first:border-t-0">
                <button
                  type="button"
                  onClick={() => onPlay(partId, startMs ?? 0)}
                  className="flex min-h-12 w-full items-baseline gap-4 rounded-lg px-2 py-2.5 text-start transition-colors hover:bg-foreground/8"
                >
                  <span className="min-w-14 shrink-0 font-semibold text-leaf tabular-nums">
                    <span className="sr-only">Play from </span>
                    {formatMoment(startMs ?? 0)}
                  </span>
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    {text}
                  </span>
                  {parts.length > 1 ? <span className="ms-auto text-sm text-muted">{label}</span> : null}
                </button>
              </li>
            ))}
          </ol>
        )}
      </Portioned>
      {proposed ? (
        <Button variant="secondary" size="sm" className="self-start" onClick={onReview}>
          <ListChecks size={20} aria-hidden="true" />
          Look at the proposed chapters
        </Button>
      ) : null}
    </section>
  )
}
