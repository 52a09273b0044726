import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { cutText } from '#contract/cut-text.ts'
import { type BegunStory, begunWords } from '../../lib/begun-story.ts'
import { Button } from '../../ui/button.tsx'

type GoOnWritingProps = {
  begun: readonly BegunStory[]
  size?: 'default' | 'lg'
}

/** How much of the words is shown where several stories were begun, to tell them apart. */
const shownLength = 40

/** Leads back to each story that was begun on this device. */
export function GoOnWriting({ begun, size = 'default' }: GoOnWritingProps) {
  return begun.map((story) => (
    <Button key={story.storyId} variant="outline" size={size} className="max-w-full" asChild>
      <Link to="/app/write" search={story}>
        <NotebookPen aria-hidden="true" />
        <span className="shrink-0">Go on writing</span>
        {begun.length > 1 ? (
          <span className="min-w-0 truncate">
            “<bdi>{story.title ?? firstOf(begunWords(story.storyId))}</bdi>”
          </span>
        ) : null}
      </Link>
    </Button>
  ))
}

const firstOf = (words: string): string =>
  words.length > shownLength ? `${cutText(words, shownLength).trimEnd()}…` : words
