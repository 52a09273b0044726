import { useQueryClient } from '@tanstack/react-query'
import { Images, Mic, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import type { StoryCard, StoryMethod } from '#contract/stories.ts'
import { orpc } from '../../lib/rpc.ts'

const methodIcon: Record<StoryMethod, typeof Mic> = { recording: Mic, journal: NotebookPen, upload: Images }

/** The picture of a story, 16:9: a frame of its recording, or a plain area with an icon of its method. */
export function StoryPicture({ story }: { story: Pick<StoryCard, 'thumbnail' | 'method'> }) {
  const [broken, setBroken] = useState<string | null>(null)
  const queries = useQueryClient()
  const Icon = methodIcon[story.method]

  if (story.thumbnail === null || story.thumbnail === broken) {
    return (
      <div className="flex aspect-video items-center justify-center bg-tint text-leaf">
        <Icon size={52} strokeWidth={1.6} aria-hidden="true" />
      </div>
    )
  }

  // The signed address expires after an hour; a list open for longer requests new ones.
  const renew = () => {
    setBroken(story.thumbnail)
    queries.invalidateQueries({ queryKey: orpc.stories.key() })
  }

  return (
    <img
      src={story.thumbnail}
      alt=""
      loading="lazy"
      decoding="async"
      onError={renew}
      className="aspect-video w-full bg-tint object-cover"
    />
  )
}
