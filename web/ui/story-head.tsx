import { CalendarDays, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatLength, formatSpan, formatStoryDate } from '../lib/format.ts'
import { cn } from './cn.ts'
import { titleSize } from './title-size.ts'

export type HeadedStory = {
  title: string
  description: string | null
  date: string
  createdAt: string
  duration: number
}

/** A story's title and description; also sets the title of the page. */
export function StoryTitle({ story: { title, description } }: { story: HeadedStory }) {
  return (
    <>
      <title>{`${title} · Kinora`}</title>
      <h1
        dir="auto"
        tabIndex={-1}
        className={cn('max-w-[51.25rem] font-story font-semibold wrap-anywhere', titleSize(title))}
      >
        {title}
      </h1>
      {description ? (
        <p dir="auto" className="mt-4 max-w-[45rem] font-story whitespace-pre-line wrap-anywhere sm:text-lg">
          {description}
        </p>
      ) : null}
    </>
  )
}

/** When a story took place and how long it is, followed by further facts. */
export function StoryFacts({ story, children }: { story: HeadedStory; children: ReactNode }) {
  return (
    <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-2 text-muted">
      <StoryFact icon={CalendarDays}>{formatStoryDate(story)}</StoryFact>
      {story.duration > 0 ? (
        <StoryFact icon={Clock}>
          <span aria-hidden="true">{formatLength(story.duration)}</span>
          <span className="sr-only">{formatSpan(story.duration)}</span>
        </StoryFact>
      ) : null}
      {children}
    </ul>
  )
}

export function StoryFact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Icon size={20} className="shrink-0" aria-hidden="true" />
      {children}
    </li>
  )
}
