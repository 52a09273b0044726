import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { playableParts } from '../features/stories/playable-part.ts'
import { BackToStories, StoryHeader } from '../features/stories/story-header.tsx'
import { StoryRecording } from '../features/stories/story-recording.tsx'
import { StorySummary } from '../features/stories/story-summary.tsx'
import { useStory } from '../features/stories/use-story.ts'
import { sentenceOf } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'

const route = getRouteApi('/app/stories/$storyId')

/** One story: its summary, and its recording to watch. */
export function StoryPage() {
  const { storyId } = route.useParams()
  const story = useStory(storyId)

  if (story.isPending) return <StorySkeleton />
  if (story.isUnknown) return <StoryNotFound />
  if (!story.data) {
    return (
      <>
        <title>Story · Kinora</title>
        <BackToStories />
        <ErrorPanel
          title="This story could not be loaded"
          sentence={sentenceOf(story.error)}
          onRetry={() => story.refetch()}
        />
      </>
    )
  }

  return (
    <>
      <StoryHeader story={story.data} />
      <StoryTabs key={storyId} story={story.data} />
    </>
  )
}

/** What can be watched comes first; once somebody has chosen, their choice stands. */
function StoryTabs({ story }: { story: Story }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const first = playableParts(story).length > 0 ? 'recording' : 'summary'

  return (
    <Tabs value={chosen ?? first} onValueChange={setChosen}>
      <TabsList aria-label="About this story">
        <TabsTrigger value="summary">Summary</TabsTrigger>
        <TabsTrigger value="recording">Recording</TabsTrigger>
      </TabsList>
      <TabsContent value="summary">
        <StorySummary story={story} />
      </TabsContent>
      <TabsContent value="recording">
        <StoryRecording story={story} />
      </TabsContent>
    </Tabs>
  )
}

/** The panel for a story nobody knows, or that belongs to somebody else. */
export function StoryNotFound() {
  return (
    <>
      <title>Story not found · Kinora</title>
      <EmptyState
        heading="h1"
        drawing={<LostPageDrawing />}
        title="Story not found"
        sentence="It may have been deleted, or the address is not quite right."
        action={
          <Button size="lg" asChild>
            <Link to="/app/stories">Back to Stories</Link>
          </Button>
        }
      />
    </>
  )
}

/** The shape of a story while it is on its way. */
export function StorySkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <title>Story · Kinora</title>
      <h1 className="sr-only">The story is being loaded</h1>
      <Skeleton className="h-12 w-44" />
      <Skeleton className="h-12 w-3/4 max-w-[620px]" />
      <Skeleton className="h-6 w-1/2 max-w-[420px]" />
      <Skeleton className="mt-6 h-14" />
      <Skeleton className="mx-auto aspect-video w-full max-w-[960px]" />
    </div>
  )
}
