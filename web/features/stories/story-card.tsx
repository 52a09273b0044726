import { Link } from '@tanstack/react-router'
import { CalendarDays, UsersRound } from 'lucide-react'
import type { StoryCard as StoryCardData } from '#contract/stories.ts'
import { formatLength, formatSpan, formatStoryDate } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecordingBadge } from './recording-state.tsx'
import { StoryPicture } from './story-picture.tsx'

/** A story in the list: picture, length, title, description, speakers and date. The whole card is a link. */
export function StoryCard({ story }: { story: StoryCardData }) {
  const unsettled =
    story.recordingState !== null && story.recordingState !== 'ready' && story.recordingState !== 'safe'

  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card bg-card shadow-card transition-transform duration-150 ease-out focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-ring motion-safe:hover:-translate-y-0.5">
      <div className="relative">
        <StoryPicture story={story} />
        {story.duration > 0 ? (
          <Badge tone="overlay" className="absolute end-3 bottom-3">
            <span aria-hidden="true">{formatLength(story.duration)}</span>
            <span className="sr-only">Length {formatSpan(story.duration)}</span>
          </Badge>
        ) : null}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h3 dir="auto" className="font-story text-lg font-semibold">
          <Link
            to="/app/stories/$storyId"
            params={{ storyId: story.id }}
            className="line-clamp-3 wrap-anywhere outline-none after:absolute after:inset-0 group-hover:underline"
          >
            {story.title}
          </Link>
        </h3>
        {story.description ? (
          <p dir="auto" className="line-clamp-2 text-muted">
            {story.description}
          </p>
        ) : null}
        <div className="mt-auto flex flex-col gap-1 pt-2 text-sm text-muted">
          {story.speakers.length > 0 ? (
            <p className="flex items-start gap-2">
              <UsersRound size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
              <span className="line-clamp-2">{story.speakers.join(', ')}</span>
            </p>
          ) : null}
          <p className="flex items-center gap-2">
            <CalendarDays size={18} className="shrink-0" aria-hidden="true" />
            {formatStoryDate(story)}
          </p>
        </div>
        {unsettled && story.recordingState ? (
          <p className="pt-1">
            <RecordingBadge state={story.recordingState} />
          </p>
        ) : null}
      </div>
    </article>
  )
}

/** The placeholder of a card while the list loads. */
export function StoryCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card bg-card shadow-card">
      <Skeleton className="aspect-video rounded-none" />
      <div className="flex flex-col gap-3 p-5">
        <Skeleton className="h-7 w-4/5" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/5" />
      </div>
    </div>
  )
}

/** The grid of cards: one column on a phone, three on a large screen. */
export const storyGrid = 'grid grid-cols-1 gap-6 sm:grid-cols-2 xl:grid-cols-3'
