import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { StoryCard, StoryCardSkeleton, storyGrid } from './story-card.tsx'

/** The three newest stories; renders nothing if there are none. */
export function LatestStories() {
  const list = useQuery(orpc.stories.list.queryOptions({ input: { limit: 3 } }))
  if (list.data?.items.length === 0) return null

  return (
    <section aria-labelledby="latest-stories">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="latest-stories" className="text-lg font-bold">
          Latest stories
        </h2>
        <Button variant="link" asChild>
          <Link to="/app/stories">
            All stories
            <ArrowRight size={20} className="rtl:-scale-x-100" aria-hidden="true" />
          </Link>
        </Button>
      </div>
      {list.isLoadingError ? (
        <LoadFailure of={list} />
      ) : (
        <ul className={storyGrid}>
          {list.data
            ? list.data.items.map((story) => (
                <li key={story.id}>
                  <StoryCard story={story} />
                </li>
              ))
            : ['first', 'second', 'third'].map((place) => (
                <li key={place}>
                  <StoryCardSkeleton />
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}
