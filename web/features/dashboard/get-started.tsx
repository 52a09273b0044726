import { Link } from '@tanstack/react-router'
import { BookOpen, Images, MessageCircleQuestion, Mic, NotebookPen, TreeDeciduous } from 'lucide-react'
import type { StoryMethod } from '#contract/stories.ts'

const ways: { method: StoryMethod; title: string; sentence: string; icon: typeof Mic }[] = [
  {
    method: 'recording',
    title: 'Record a conversation',
    sentence: 'Sit down together. Questions to ask are there if you want them.',
    icon: Mic,
  },
  {
    method: 'journal',
    title: 'Write it down',
    sentence: 'A memory in your own words, as short or as long as you like.',
    icon: NotebookPen,
  },
  {
    method: 'upload',
    title: 'Bring what you have',
    sentence: 'Films, tapes, photos and letters from the drawer.',
    icon: Images,
  },
]

const cardStyle =
  'flex h-full items-start gap-4 rounded-card bg-card p-5 shadow-card transition-transform duration-150 ease-out motion-safe:hover:-translate-y-0.5 md:flex-col md:p-6'

/** Three ways to begin, each opening the new-story dialog with that method first, and links to where else the family grows. */
export function GetStarted() {
  return (
    <section aria-labelledby="get-started">
      <h2 id="get-started" className="mb-5 text-lg font-bold">
        Get Started
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {ways.map(({ method, title, sentence, icon: Icon }) => (
          <li key={method}>
            <Link to="/app/stories" search={{ new: method }} className={cardStyle}>
              <CardWords title={title} sentence={sentence} icon={Icon} />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/app/prompts" search={{ tab: 'explore' }} className={cardStyle}>
            <CardWords
              title="Find a question"
              sentence="Open questions about every part of a life, and lists of them."
              icon={MessageCircleQuestion}
            />
          </Link>
        </li>
        <li>
          <Link to="/app/family" className={cardStyle}>
            <CardWords
              title="Build your family tree"
              sentence="Who belongs to whom, and who tells which story."
              icon={TreeDeciduous}
            />
          </Link>
        </li>
        <li>
          <Link to="/app/storybooks" className={cardStyle}>
            <CardWords
              title="Make a storybook"
              sentence="Stories in their tellers’ words, with photos and voices."
              icon={BookOpen}
            />
          </Link>
        </li>
      </ul>
    </section>
  )
}

type CardWordsProps = { title: string; sentence: string; icon: typeof Mic }

function CardWords({ title, sentence, icon: Icon }: CardWordsProps) {
  return (
    <>
      <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-tint text-leaf">
        <Icon size={28} aria-hidden="true" />
      </span>
      <span>
        <span className="block font-bold">{title}</span>
        <span className="mt-1 block text-muted">{sentence}</span>
      </span>
    </>
  )
}
