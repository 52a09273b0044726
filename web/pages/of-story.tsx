import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Story } from '#contract/stories.ts'
import { useStory } from '../features/stories/use-story.ts'
import { sentenceOf } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { StoryNotFound, StorySkeleton } from './story-states.tsx'

/** A page about one story: loads it, or says why it cannot be shown. */
export function OfStory({ storyId, children }: { storyId: string; children: (story: Story) => ReactNode }) {
  const story = useStory(storyId)

  if (story.isPending) return <StorySkeleton />
  if (story.isUnknown) return <StoryNotFound />
  if (!story.data) {
    return (
      <ErrorPanel
        title="This story could not be loaded"
        sentence={sentenceOf(story.error)}
        onRetry={() => story.refetch()}
      />
    )
  }
  return (
    <>
      <Button variant="ghost" size="sm" className="-ms-4 mb-4" asChild>
        <Link to="/app/stories/$storyId" params={{ storyId }}>
          <ArrowLeft size={22} className="rtl:-scale-x-100" aria-hidden="true" />
          Back to the story
        </Link>
      </Button>
      {children(story.data)}
    </>
  )
}
