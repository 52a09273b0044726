import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Prompt } from '#contract/prompts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export type PromptsPanelProps = { question: Prompt | null; onAsk: (question: Prompt | null) => void }

/** Questions to ask. The chosen one stands large above the person. */
export function PromptsPanel({ question, onAsk }: PromptsPanelProps) {
  const [entered, setEntered] = useState('')
  const search = useDeferredValue(entered.trim())
  const list = useInfiniteQuery({
    ...orpc.prompts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(cursor ? { cursor } : {}),
        ...(search ? { search } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const prompts = list.data?.pages.flatMap((page) => page.items) ?? []

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <div className="relative">
        <Search
          className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <Input
          type="search"
          className="ps-12"
          placeholder="Search prompts"
          aria-label="Search prompts"
          maxLength={limits.searchText}
          value={entered}
          onChange={(event) => setEntered(event.target.value)}
        />
      </div>
      {question ? (
        <Button variant="outline" size="sm" onClick={() => onAsk(null)}>
          <X size={20} aria-hidden="true" />
          Take the question away
        </Button>
      ) : null}
      <h2 className="font-bold">Official Prompts</h2>
      {list.isPending ? <Waiting /> : null}
      {list.isError ? (
        <p role="alert" className="text-danger">
          {sentenceOf(list.error)}
        </p>
      ) : null}
      {list.isSuccess && prompts.length === 0 ? (
        <p className="text-muted">No prompt says “{search}”.</p>
      ) : null}
      <ul className="flex flex-col gap-2">
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              aria-pressed={prompt.id === question?.id}
              onClick={() => onAsk(prompt)}
              className="w-full rounded-card border-2 border-border bg-card p-4 text-start hover:border-primary-dark aria-pressed:border-primary aria-pressed:bg-tint"
            >
              <span className="block font-story">{prompt.text}</span>
              <span className="mt-1 block text-sm text-muted">{prompt.category}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button variant="outline" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2" role="status">
      <span className="sr-only">Loading prompts</span>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-20" />
      ))}
    </div>
  )
}
