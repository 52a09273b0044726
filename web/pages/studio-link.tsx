import { Link } from '@tanstack/react-router'
import { Video } from 'lucide-react'
import { mayAdd } from '#contract/rights.ts'
import type { Story, StoryMethod } from '#contract/stories.ts'
import { toGoOn } from '../lib/studio-search.ts'
import { Button } from '../ui/button.tsx'

/**
 * A link that continues a story in the studio, with camera and microphone, on the tab for `mode`. Renders nothing for people the
 * story is shared with: only the owner may add recordings, so theirs would be refused.
 */
export function StudioLink({ story, mode }: { story: Story; mode: StoryMethod }) {
  if (!mayAdd(story.role)) return null
  return (
    <Button variant="outline" size="lg" asChild>
      <Link to="/app/studio" search={toGoOn(story, mode)}>
        <Video size={22} aria-hidden="true" />
        Go on in the studio
      </Link>
    </Button>
  )
}
