import type { ReactNode } from 'react'
import { nameOf } from '#contract/person-name.ts'
import type { SharedMember, SharedStory, SharedStorybook } from '#contract/sharing.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SharedKind } from './shared-kind.tsx'
import { useSharedMembers, useSharedStories, useSharedStorybooks } from './use-sharing.ts'

export type SharedListProps = {
  empty: ReactNode
  /** Renders each item: passed in by the page, because features do not import each other's cards. */
  card: (story: SharedStory) => ReactNode
  bookCard: (book: SharedStorybook) => ReactNode
  memberCard: (member: SharedMember) => ReactNode
}

/** What other people share with this person, grouped by kind. */
export function SharedList({ empty, card, bookCard, memberCard }: SharedListProps) {
  const [books, members, stories] = [useSharedStorybooks(), useSharedMembers(), useSharedStories()]
  const lists = [books, members, stories]
  if (lists.some((list) => list.isPending)) {
    return (
      <div role="status" className={cards}>
        <span className="sr-only">What is shared with you is being loaded</span>
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (!books.data || !members.data || !stories.data) {
    return (
      <ErrorPanel
        title="What is shared with you could not be loaded"
        sentence={sentenceOf(lists.find((list) => list.error)?.error)}
        onRetry={() => lists.forEach((list) => void list.refetch())}
      />
    )
  }

  if (lists.every((list) => list.data?.pages[0]?.items.length === 0)) return empty
  return (
    <div className="flex flex-col gap-12">
      <SharedKind
        type="storybook"
        heading="Storybooks shared with you"
        more="Show more storybooks"
        className="gap-x-8 gap-y-9 min-[30rem]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
        list={books}
        items={books.data.pages.flatMap((page) => page.items)}
        titleOf={(book) => book.title}
        card={bookCard}
      />
      <SharedKind
        type="family_member"
        heading="People shared with you"
        more="Show more people"
        className={columns}
        list={members}
        items={members.data.pages.flatMap((page) => page.items)}
        titleOf={nameOf}
        card={memberCard}
      />
      <SharedKind
        type="story"
        heading="Stories shared with you"
        more="Show more"
        className={columns}
        list={stories}
        items={stories.data.pages.flatMap((page) => page.items)}
        titleOf={(story) => story.title}
        card={card}
      />
    </div>
  )
}

const columns = 'gap-6 sm:grid-cols-2 xl:grid-cols-3'
const cards = `grid grid-cols-1 ${columns}`
