import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayOfGregorian } from '#contract/calendar-day.ts'
import type { TreePerson } from '#contract/family.ts'
import { nameOf } from '#contract/person-name.ts'
import type { StoryCard } from '#contract/stories.ts'
import { now } from '../../lib/clock.ts'
import { formatStoryDate } from '../../lib/format.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { type Life, lifeOf, type Told, whenTold, yearOf } from './lay-out.ts'
import { nearestFirst } from './nearest-first.ts'
import { manyFrom } from './stories-by-many.ts'

/** The lives of those who are closest to oneself come first. */
export type Timeline = { lives: Life[]; told: Told[]; today: number }

/**
 * The people with a known year, and the stories added last; `stories` loads more of them. They are separate queries, so that a change to
 * one does not make the other stale.
 */
export function useTimeline() {
  const tree = useQuery(orpc.family.tree.queryOptions())
  const stories = useInfiniteQuery({
    queryKey: [...orpc.stories.key(), 'timeline'],
    queryFn: ({ pageParam }) => manyFrom(client.stories.list, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
  return {
    stories,
    isPending: tree.isPending || stories.isPending,
    data: useMemo(
      () => (tree.data && stories.data ? timelineOf(nearestFirst(tree.data), stories.data) : undefined),
      [tree.data, stories.data],
    ),
    error: tree.error ?? stories.error,
    refetch: () => Promise.all([tree.refetch(), stories.refetch()]),
  }
}

export function timelineOf(people: readonly TreePerson[], stories: readonly StoryCard[]): Timeline {
  const today = yearOfDate(now())
  const lives = people
    .filter(({ isPlaceholder }) => !isPlaceholder)
    .flatMap((person) => lifeOf({ ...person, name: nameOf(person) }, today) ?? [])
  const told = stories.map(
    ({ id, title, date, createdAt }): Told => ({
      id,
      title,
      words: formatStoryDate({ date, createdAt }),
      ...whenTold(date, yearOfDate(new Date(createdAt))),
    }),
  )
  return { lives, told, today }
}

function yearOfDate(date: Date): number {
  return yearOf(dayOfGregorian({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }))
}
