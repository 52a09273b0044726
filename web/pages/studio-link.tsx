import { Link } from '@tanstack/react-router'
import { Video } from 'lucide-react'
import type { Story, StoryMethod } from '#contract/stories.ts'
import { Button } from '../ui/button.tsx'

/** Leads on with a story in the studio, with camera and microphone, at the tab that belongs to `mode`. */
export function StudioLink({ story, mode }: { story: Story; mode: StoryMethod }) {
  const { id: storyId, title, description } = story
  return (
    <Button variant="ghost" size="lg" asChild>
      <Link to="/app/studio" search={{ storyId, title, description, mode, further: true }}>
        <Video size={22} aria-hidden="true" />
        Go on in the studio
      </Link>
    </Button>
  )
}
