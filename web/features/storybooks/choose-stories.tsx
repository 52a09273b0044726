import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'

export type ChosenStory = { id: string; title: string }

export type ChooseStoriesProps = {
  chosen: readonly ChosenStory[]
  onChange: (chosen: ChosenStory[]) => void
}

/** The stories of a book in their order, and those that could join it. */
export function ChooseStories({ chosen, onChange }: ChooseStoriesProps) {
  const list = useInfiniteQuery(
    orpc.stories.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const others = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => !chosen.some((story) => story.id === id),
  )
  const arrange = async (ids: string[]) =>
    onChange(ids.flatMap((id) => chosen.find((story) => story.id === id) ?? []))

  return (
    <fieldset tabIndex={-1} className="flex flex-col gap-4">
      <legend className="mb-1 font-semibold">Stories in this book</legend>
      {chosen.length === 0 ? (
        <p className="text-muted">
          Choose the stories that belong together. Their order here is their order in the book.
        </p>
      ) : (
        <SortableList
          label="Stories in this book"
          items={chosen}
          nameOf={({ title }) => title}
          className="flex flex-col gap-2"
          itemClassName="flex items-center gap-2 rounded-card bg-tint p-2"
          onArrange={arrange}
        >
          {(story, grip) => (
            <>
              {grip}
              <span dir="auto" className="min-w-0 flex-1 px-2 font-semibold wrap-anywhere">
                {story.title}
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Take “${story.title}” out`}
                onClick={({ currentTarget }) => {
                  passFocusOn(currentTarget)
                  onChange(chosen.filter(({ id }) => id !== story.id))
                }}
              >
                <X aria-hidden="true" />
              </Button>
            </>
          )}
        </SortableList>
      )}
      {list.isPending ? <Skeleton className="h-14" /> : null}
      {list.isError && !list.data ? (
        <ErrorPanel
          title="Your stories could not be loaded"
          sentence={sentenceOf(list.error)}
          onRetry={() => list.refetch()}
        />
      ) : null}
      {list.isSuccess && others.length === 0 && chosen.length === 0 ? (
        <p className="rounded-card bg-background p-4">
          There are no stories yet to make a book of.{' '}
          <Link to="/app/stories" className="font-semibold text-leaf underline">
            Go to your stories
          </Link>
        </p>
      ) : null}
      {others.length > 0 ? (
        <ul aria-label="Your other stories" className="flex max-h-72 flex-col gap-1 overflow-y-auto">
          {others.map((story) => (
            <li key={story.id}>
              <button
                type="button"
                className="flex min-h-12 w-full items-center gap-3 rounded-card px-3 py-2 text-start hover:bg-foreground/6"
                onClick={({ currentTarget }) => {
                  passFocusOn(currentTarget)
                  onChange([...chosen, { id: story.id, title: story.title }])
                }}
              >
                <Plus size={22} className="shrink-0 text-leaf" aria-hidden="true" />
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  <span className="sr-only">Add </span>
                  {story.title}
                </span>
              </button>
            </li>
          ))}
          {list.hasNextPage ? (
            <li>
              <ShowMore list={list} variant="ghost" />
            </li>
          ) : null}
        </ul>
      ) : null}
    </fieldset>
  )
}
