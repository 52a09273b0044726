import { sentenceOf } from '../../lib/errors.ts'
import { PaddedCard } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Accepted } from './accepted.tsx'
import type { Playing } from './play-places.tsx'
import { ProposalsToDecide } from './proposals-to-decide.tsx'
import { ReadingStanding } from './reading-standing.tsx'
import { useProposals } from './use-proposals.ts'

export type AboutStoryProps = Playing & {
  storyId: string
  mayChange: boolean
  /** Whether the story is the person's own, so that the people in it can be members of their family tree. */
  isOwn: boolean
}

/** What a story is about: accepted and open proposals. Renders nothing for a story without anything to hear. */
export function AboutStory({ storyId, mayChange, isOwn, parts, onPlay }: AboutStoryProps) {
  const list = useProposals(storyId)
  if (parts.length === 0) return null
  if (list.isPending) return <AboutSkeleton />
  if (!list.data) {
    return (
      <ErrorPanel
        title="What the story is about could not be loaded"
        sentence={sentenceOf(list.error)}
        onRetry={() => list.refetch()}
      />
    )
  }

  const { hasWords, items } = list.data
  const accepted = items.filter(({ state }) => state === 'accepted')
  const playing = { parts, onPlay }
  const isNothing = accepted.length === 0 && !mayChange
  return (
    <PaddedCard className="flex flex-col gap-5 sm:p-8" aria-labelledby="about-story">
      <h2 id="about-story" className="text-lg font-bold">
        What it is about
      </h2>
      <Accepted items={accepted} isOwn={isOwn} {...playing} />
      {isNothing ? <p className="text-muted">Nobody has summed it up yet.</p> : null}
      {mayChange && !hasWords ? (
        <p className="text-pretty text-muted">
          Once the recording is transcribed, a summary, chapters and the people in it are proposed here.
          Nothing counts before you say so.
        </p>
      ) : null}
      {mayChange && hasWords ? (
        <>
          <ReadingStanding storyId={storyId} list={list.data} />
          <ProposalsToDecide storyId={storyId} list={list.data} isOwn={isOwn} {...playing} />
        </>
      ) : null}
    </PaddedCard>
  )
}

function AboutSkeleton() {
  return (
    <PaddedCard className="flex flex-col gap-4 sm:p-8" role="status">
      <span className="sr-only">What the story is about is being loaded</span>
      <Skeleton className="h-7 w-44" />
      <Skeleton className="h-6" />
      <Skeleton className="h-6 w-3/4" />
    </PaddedCard>
  )
}
