import { Link } from '@tanstack/react-router'
import {
  ArrowRight,
  FileUp,
  MessageCircleQuestion,
  Sparkles,
  SpellCheck,
  UsersRound,
  Video,
} from 'lucide-react'
import type { Dashboard } from '#contract/account.ts'
import type { WaitingThing } from '#contract/waiting.ts'
import { toRecord } from '../../lib/studio-search.ts'

/** What was begun and can be continued. */
export function Waiting({ things }: { things: WaitingThing[] }) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-5 text-lg font-bold">
        Continue where you left off
      </h2>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {things.map((thing) => (
          <li key={thing.kind}>
            <WaitingLink thing={thing} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const rowStyle =
  'flex h-full min-h-16 items-center gap-4 rounded-card bg-card p-4 shadow-card hover:bg-foreground/4 sm:px-5'

/** What other people have shared with this person. */
export function SharedWithMe({ shared }: { shared: NonNullable<Dashboard['sharedWithMe']> }) {
  const kinds = [
    ...some(shared.stories, 'story', 'stories'),
    ...some(shared.storybooks, 'storybook', 'storybooks'),
    ...some(shared.familyMembers, 'person', 'people'),
  ]
  if (kinds.length === 0) return null
  return (
    <Link to="/app/shared" className={rowStyle}>
      <Words icon={UsersRound} title="Shared with me" sentence={kinds.join(', ')} />
    </Link>
  )
}

/** Not `countOf`, for which the page would have to load all of `format.ts`. */
const some = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

function WaitingLink({ thing }: { thing: WaitingThing }) {
  if (thing.kind === 'question') {
    const search = toRecord({ title: thing.text, prompt: thing.promptId })
    return (
      <Link to="/app/studio" search={search} className={rowStyle}>
        <Words
          icon={MessageCircleQuestion}
          title={thing.text}
          sentence="This week’s question: answer it now"
        />
      </Link>
    )
  }

  const params = { storyId: thing.storyId }
  switch (thing.kind) {
    case 'recording':
      return (
        <Link to="/app/stories/$storyId" params={params} className={rowStyle}>
          <Words
            icon={Video}
            title={thing.title}
            sentence="A recording has not arrived whole. Open Kinora on the device that made it."
          />
        </Link>
      )
    case 'upload':
      return (
        <Link to="/app/stories/$storyId/upload" params={params} className={rowStyle}>
          <Words
            icon={FileUp}
            title={thing.title}
            sentence={`“${thing.fileName}” came to ${percentOf(thing)} %. Choose it again, and it goes on.`}
          />
        </Link>
      )
    case 'suggestions':
      return (
        <Link to="/app/stories/$storyId" params={params} search={{ tab: 'transcript' }} className={rowStyle}>
          <Words
            icon={SpellCheck}
            title={thing.title}
            sentence={
              thing.count === 1
                ? 'One place of the transcript may be wrong.'
                : `${thing.count} places of the transcript may be wrong.`
            }
          />
        </Link>
      )
    case 'proposals':
      return (
        <Link to="/app/stories/$storyId" params={params} search={{ tab: 'summary' }} className={rowStyle}>
          <Words
            icon={Sparkles}
            title={thing.title}
            sentence="There are proposals of what it is about. Look at them."
          />
        </Link>
      )
  }
}

function Words({ icon: Icon, title, sentence }: { icon: typeof Video; title: string; sentence: string }) {
  return (
    <>
      <Icon size={24} className="shrink-0 text-leaf" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 font-bold wrap-anywhere">
          {title}
        </span>
        <span className="block text-muted wrap-anywhere">{sentence}</span>
      </span>
      <ArrowRight size={20} className="shrink-0 rtl:-scale-x-100" aria-hidden="true" />
    </>
  )
}

function percentOf({ receivedBytes, sizeBytes }: { receivedBytes: number; sizeBytes: number }): number {
  return sizeBytes === 0 ? 0 : Math.floor((100 * receivedBytes) / sizeBytes)
}
