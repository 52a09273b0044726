import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { BookOpen, CircleHelp, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FoundBook, FoundPerson, FoundPrompt, SearchAnswer } from '#contract/search.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { LostPageDrawing } from '../../ui/drawings/lost-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FoundStoryCard } from './found-story.tsx'
import { Marked } from './marked.tsx'
import { askLink, searchFor } from './palette-options.tsx'
import { foundWords, mayHaveMore, personWords } from './place-words.ts'

export type SearchResultsProps = { q: string; onOpen: () => void }

/** All results: stories with their sentences, storybooks, people and questions. */
export function SearchResults({ q, onOpen }: SearchResultsProps) {
  const list = useInfiniteQuery(
    orpc.search.find.infiniteOptions({
      input: (cursor: string | undefined) => ({ q, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )

  if (list.isPending) return <ResultsSkeleton />
  const [first] = list.data?.pages ?? []
  if (!first) {
    return (
      <ErrorPanel
        title="What your family told could not be searched"
        sentence={sentenceOf(list.error)}
        onRetry={() => list.refetch()}
      />
    )
  }

  const stories = list.data?.pages.flatMap((page) => page.stories) ?? []
  const isEmpty = stories.length + first.people.length + first.prompts.length + first.books.length === 0
  return (
    <>
      <p role="status" className={isEmpty ? 'sr-only' : 'text-muted'}>
        {isEmpty ? `Nothing found for ${q}` : foundWords({ ...first, stories }, list.hasNextPage)}
      </p>
      <Matching answer={first} />
      {isEmpty ? <NothingFound q={q} /> : null}
      {stories.length > 0 ? (
        <Group title="Stories">
          {stories.map((story) => (
            <li key={`${story.ownerId} ${story.id}`}>
              <FoundStoryCard story={story} q={q} matching={first.matching} onOpen={onOpen} />
            </li>
          ))}
        </Group>
      ) : null}
      <ShowMore list={list} size="lg" isCentred>
        Show more stories
      </ShowMore>
      {first.books.length > 0 ? (
        <Group
          title="Storybooks"
          rest={
            mayHaveMore(first.books)
              ? { page: 'Storybooks', link: { to: '/app/storybooks', search: {} } }
              : null
          }
        >
          {first.books.map((book) => (
            <BookRow key={book.id} book={book} />
          ))}
        </Group>
      ) : null}
      {first.people.length > 0 ? (
        <Group title="People" rest={mayHaveMore(first.people) ? restOfPeople(first.people) : null}>
          {first.people.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </Group>
      ) : null}
      {first.prompts.length > 0 ? (
        <Group
          title="Questions to ask"
          rest={
            mayHaveMore(first.prompts) ? { page: 'Prompts', link: { to: '/app/prompts', search: {} } } : null
          }
        >
          {first.prompts.map((prompt) => (
            <PromptRow key={prompt.id} prompt={prompt} />
          ))}
        </Group>
      ) : null}
    </>
  )
}

/** Says so if the results do not match the query exactly. */
function Matching({ answer: { matching, instead, stories } }: { answer: SearchAnswer }) {
  if (matching === 'spread' && stories.length > 0) {
    return <p>No sentence has all of these words. These stories have each of them somewhere.</p>
  }
  if (matching !== 'similar') return null
  const names = [...new Set(instead.map(({ name }) => name))]
  return (
    <p>
      Nobody wrote it just like that. Here is what was found for{' '}
      <strong className="capitalize">{names.join(', ')}</strong>.
    </p>
  )
}

/** Where the others are: in the own family, unless all of these are other people's. */
const restOfPeople = (found: readonly FoundPerson[]): Rest =>
  found.every(({ sharedBy }) => sharedBy !== null)
    ? { page: 'Shared with me', link: { to: '/app/shared' } }
    : { page: 'Family', link: { to: '/app/family' } }

type Rest = { page: string; link: LinkProps }

type GroupProps = {
  title: string
  /** The page that has all of them, where only the likeliest are shown here. */
  rest?: Rest | null
  children: ReactNode
}

function Group({ title, rest, children }: GroupProps) {
  return (
    <section className="flex flex-col gap-4" aria-label={title}>
      <h2 className="text-lg font-bold">{title}</h2>
      <ul className="flex flex-col gap-4">{children}</ul>
      {rest ? (
        <p className="text-muted">
          Only the likeliest are shown here. There may be more in{' '}
          <Link {...rest.link} className="font-semibold text-leaf underline underline-offset-4">
            {rest.page}
          </Link>
          .
        </p>
      ) : null}
    </section>
  )
}

const rowStyle =
  'flex min-h-14 items-center gap-4 rounded-card bg-card px-5 py-3 shadow-card transition-colors hover:bg-tint'

function BookRow({ book: { id, title } }: { book: FoundBook }) {
  return (
    <li>
      <Link to="/app/storybooks/$storybookId" params={{ storybookId: id }} className={rowStyle}>
        <BookOpen className="shrink-0 text-muted" aria-hidden="true" />
        <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
          <Marked {...title} />
        </span>
      </Link>
    </li>
  )
}

function PersonRow({ person: { id, name, ...known } }: { person: FoundPerson }) {
  return (
    <li>
      <Link to="/app/family/$memberId" params={{ memberId: id }} className={rowStyle}>
        <UserRound className="shrink-0 text-muted" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block wrap-anywhere">
            <Marked {...name} />
          </span>
          <span className="block text-sm text-muted">{personWords(known)}</span>
        </span>
      </Link>
    </li>
  )
}

function PromptRow({ prompt }: { prompt: FoundPrompt }) {
  return (
    <li>
      <Link {...askLink(prompt)} className={rowStyle}>
        <CircleHelp className="shrink-0 text-muted" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block wrap-anywhere">
            <Marked {...prompt.text} />
          </span>
          <span className="block text-sm text-muted">Record an answer</span>
        </span>
      </Link>
    </li>
  )
}

function NothingFound({ q }: { q: string }) {
  const plain = q
    .replaceAll(/["“”„«»]|(^|\s)-\S+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (
    <EmptyState
      drawing={<LostPageDrawing />}
      title={`Nothing found for “${q}”`}
      sentence="Try fewer words, another word for the same thing, or a name. What was said in a recording is found once it has been written down as its transcript."
      action={
        plain !== '' && plain !== q ? (
          <Button variant="outline" asChild>
            <Link {...searchFor(plain)}>Search for {plain} without quotes or minus</Link>
          </Button>
        ) : undefined
      }
    />
  )
}

function ResultsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Searching</span>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} className="h-36" />
      ))}
    </div>
  )
}
