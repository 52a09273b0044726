import { useQuery } from '@tanstack/react-query'
import { dayOfGregorian } from '#contract/calendar-day.ts'
import { now } from '../../lib/clock.ts'
import { formatDate } from '../../lib/format.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { type Life, lifeOf, type Told, whenOf, yearOf } from './lay-out.ts'

/** More stories than anybody finds their way in on one line. */
const mostStories = 500

export type Timeline = { lives: Life[]; told: Told[]; today: number }

/** Everybody and every story that has a year. */
export function useTimeline() {
  return useQuery({
    queryKey: [...orpc.family.key(), ...orpc.stories.key(), 'timeline'],
    queryFn: readTimeline,
  })
}

async function readTimeline(): Promise<Timeline> {
  const [tree, stories] = await Promise.all([client.family.tree(), allStories()])
  const today = yearOfDate(now())
  const lives = tree.people
    .filter(({ isPlaceholder }) => !isPlaceholder)
    .flatMap(
      (person) => lifeOf({ ...person, name: `${person.firstName} ${person.lastName}`.trim() }, today) ?? [],
    )
  const told = stories.map(({ id, title, date, createdAt }): Told => {
    const said = whenOf(date)
    if (said) return { id, title, words: date, ...said }
    // What a date says in other words than ours is shown as it stands, at the day the story was added.
    return {
      id,
      title,
      year: yearOfDate(new Date(date), new Date(createdAt)),
      isSure: true,
      words: date || formatDate(createdAt),
    }
  })
  return { lives, told, today }
}

async function allStories() {
  const stories = []
  let cursor: string | undefined
  do {
    const page = await client.stories.list({ limit: 100, ...(cursor ? { cursor } : {}) })
    stories.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor && stories.length < mostStories)
  return stories
}

function yearOfDate(date: Date, otherwise = date): number {
  const known = Number.isNaN(date.getTime()) ? otherwise : date
  return yearOf(
    dayOfGregorian({ year: known.getFullYear(), month: known.getMonth() + 1, day: known.getDate() }),
  )
}
