import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Image,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Play,
  ScrollText,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import type { FoundPlace, FoundStory, SearchAnswer } from '#contract/search.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf, formatMoment, formatTypedDate } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { Marked } from './marked.tsx'
import { addressOf, hasMorePlaces } from './place-words.ts'

export type FoundStoryCardProps = {
  story: FoundStory
  q: string
  /** Of the answer that holds the story. */
  matching: SearchAnswer['matching']
  onOpen: () => void
}

/** A story with matches: its title, and each match with its sentence, from where it can be played. */
export function FoundStoryCard({ story, q, matching, onOpen }: FoundStoryCardProps) {
  const [whole, setWhole] = useState(false)
  const about = [story.speakers.join(', '), formatTypedDate(story.date)].filter(Boolean).join(' · ')

  return (
    <Card className="p-5 sm:p-6">
      <h3 dir="auto" className="font-story text-lg font-semibold">
        <Link
          to="/app/stories/$storyId"
          params={{ storyId: story.id }}
          onClick={onOpen}
          className="-my-2.5 inline-block max-w-full py-2.5 wrap-anywhere hover:underline"
        >
          <Marked {...story.title} />
        </Link>
      </h3>
      {about ? (
        <p dir="auto" className="mt-1 line-clamp-2 text-sm text-muted">
          {about}
        </p>
      ) : null}
      {whole ? (
        <EveryPlace story={story} q={q} matching={matching} onOpen={onOpen} />
      ) : (
        <Places storyId={story.id} places={story.places} onOpen={onOpen} />
      )}
      {!whole && hasMorePlaces(story) ? (
        <Button variant="ghost" size="sm" className="mt-2 -ms-4" onClick={() => setWhole(true)}>
          More in this story
          <span className="sr-only">: {story.title.text}</span>
        </Button>
      ) : null}
    </Card>
  )
}

type PlacesProps = { storyId: string; places: readonly FoundPlace[]; onOpen: () => void }

function Places({ storyId, places, onOpen }: PlacesProps) {
  if (places.length === 0) return null
  const timed = places.some(isPlayable)
  return (
    <ul className="mt-3 flex flex-col gap-1">
      {places.map((place) => (
        <li key={`${place.kind} ${place.id} ${place.piece}`}>
          <Link
            to="/app/stories/$storyId"
            params={{ storyId }}
            search={addressOf(place)}
            onClick={onOpen}
            className="-mx-3 flex min-h-12 items-start gap-3 rounded-card px-3 py-2.5 transition-colors hover:bg-foreground/6"
          >
            <PlaceMark place={place} timed={timed} />
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
              <Marked {...place.said} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const marks: Record<FoundPlace['kind'], { icon: LucideIcon; label: string }> = {
  line: { icon: Play, label: 'Said:' },
  note: { icon: NotebookPen, label: 'Written:' },
  about: { icon: ScrollText, label: 'About the story:' },
  comment: { icon: MessageSquare, label: 'Commented:' },
  caption: { icon: Image, label: 'Said of a file:' },
  speaker: { icon: UsersRound, label: 'With:' },
}

const isPlayable = ({ kind, recordingId, seconds }: FoundPlace) =>
  kind !== 'comment' && recordingId !== null && seconds !== null

/** The kind of a match and, for speech, the time to play from. */
function PlaceMark({ place, timed }: { place: FoundPlace; timed: boolean }) {
  const { icon: Icon, label } = marks[place.kind]
  const playable = isPlayable(place)
  return (
    <span
      className={cn(
        'flex shrink-0 items-center gap-2 pt-0.5 text-sm text-leaf',
        timed ? 'w-[4.75rem]' : 'w-[1.25rem]',
      )}
    >
      <Icon size={18} className="shrink-0" aria-hidden="true" />
      {playable ? (
        <>
          <span className="sr-only">Play from</span>
          <span className="tabular-nums">{formatMoment((place.seconds ?? 0) * 1_000)}</span>
        </>
      ) : (
        <span className="sr-only">{label}</span>
      )}
    </span>
  )
}

function EveryPlace({ story, q, matching, onOpen }: FoundStoryCardProps) {
  const list = useInfiniteQuery(
    orpc.search.inStory.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: story.id,
        q,
        matching,
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const places = list.data?.pages.flatMap((page) => page.places) ?? []
  const shown = places.length > 0 ? places : story.places
  // If a refetch fails, the matches already shown stay, and the error need not be reported.
  const failed = list.isLoadingError || list.isFetchNextPageError

  return (
    <>
      <Places storyId={story.id} places={shown} onOpen={onOpen} />
      <p role="status" className="sr-only">
        {list.data ? `${countOf(places.length, 'place')} in ${story.title.text}` : ''}
      </p>
      {failed ? (
        <p role="alert" className="mt-2 text-danger">
          {sentenceOf(list.error)}
        </p>
      ) : null}
      {list.isPending || list.hasNextPage || failed ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          busy={list.isFetching}
          onClick={() => (list.isLoadingError ? list.refetch() : list.fetchNextPage())}
        >
          {failed ? 'Try again' : 'Show more places'}
        </Button>
      ) : null}
    </>
  )
}
