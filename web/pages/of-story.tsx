import type { ReactNode } from 'react'
import type { Story } from '#contract/stories.ts'
import { useStory } from '../features/stories/use-story.ts'
import { BackLink } from '../ui/back-link.tsx'
import { StoryNotFound, StoryNotLoaded, StorySkeleton } from './story-states.tsx'

/** The frame of pages about one story: loads the story, or says why it cannot be shown. */
export function OfStory({ storyId, children }: { storyId: string; children: (story: Story) => ReactNode }) {
  const story = useStory(storyId)

  if (story.isPending) return <StorySkeleton />
  if (story.isUnknown) return <StoryNotFound storyId={storyId} />
  if (!story.data) {
    return <StoryNotLoaded storyId={storyId} error={story.error} onRetry={() => story.refetch()} />
  }
  return (
    <>
      <BackLink to="/app/stories/$storyId" params={{ storyId }} className="mb-4">
        Back to the story
      </BackLink>
      {children(story.data)}
    </>
  )
}
