import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import type { Storybook } from '#contract/storybooks.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { useMeanwhile } from '../../lib/meanwhile.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { type BookWords, wordsOf } from './book-words.ts'

/** One storybook, without its pages. */
export function useStorybook(id: string) {
  return useQuery(orpc.storybooks.get.queryOptions({ input: { id } }))
}

/** The pages of a storybook in order. A long book is loaded in several requests; `rest` is null once all pages have arrived. */
export function useBookPages(id: string) {
  const query = useInfiniteQuery(
    orpc.storybooks.pages.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id,
        limit: limits.pageSizeMax,
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const { hasNextPage, isFetching, fetchNextPage, isError } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  return {
    ...query,
    pages: query.data?.pages.flatMap((page) => page.items) ?? [],
    rest: hasNextPage ? { error: query.error, load: () => fetchNextPage() } : null,
  }
}

/** Mutations on storybooks; each refreshes the lists. */
export function useStorybookActions() {
  const queries = useQueryClient()
  const onSettled = afterwards(() => queries.invalidateQueries({ queryKey: orpc.storybooks.key() }))
  const readLists = () => readAnew(queries, orpc.storybooks.list, orpc.account.dashboard)
  return {
    create: useMutation(orpc.storybooks.create.mutationOptions({ onSettled })),
    layOut: useMutation(orpc.storybooks.layOut.mutationOptions({ onSettled })),
    // Only the lists are refreshed: the person is leaving the deleted book's page, and fetching that again would fail.
    remove: useMutation<void, Error, { id: string }>({
      mutationFn: (book) => goneIsDeleted(client.storybooks.delete(book)),
      onSettled: afterwards(readLists),
    }),
    restore: useMutation(orpc.storybooks.restore.mutationOptions({ onSettled })),
    removePage: useMutation<void, Error, { storybookId: string; id: string }>({
      mutationFn: (page) => goneIsDeleted(client.storybooks.removePage(page)),
      onSettled,
    }),
    restorePage: useMutation(orpc.storybooks.restorePage.mutationOptions({ onSettled })),
  }
}

/**
 * Saves the title, description and stories of a book, merged with what others changed meanwhile.
 *
 * @param goOnWith called with the merged fields, instead of saving, if both changed the same field
 */
export function useUpdateStorybook(book: Storybook, goOnWith: (words: BookWords) => void) {
  const queries = useQueryClient()
  const { id } = book
  const { replaced, save } = useMeanwhile(book, {
    fieldsOf: wordsOf,
    read: () => client.storybooks.get({ id }),
    write: ({ base, changed }: { base: Storybook; changed: Partial<BookWords> }) => {
      const { stories, ...texts } = changed
      return client.storybooks.update({
        id,
        baseVersion: base.version,
        ...texts,
        ...(stories ? { storyIds: stories.map((story) => story.id) } : {}),
      })
    },
  })
  const update = useMutation({
    mutationFn: save,
    onSuccess: (outcome) => {
      if ('fields' in outcome) goOnWith(outcome.fields)
      else toastSuccess('Storybook updated successfully')
    },
    onError: () => toastError('Failed to update storybook'),
    onSettled: afterwards(
      () => queries.invalidateQueries({ queryKey: orpc.storybooks.key() }),
      (outcome) => 'saved' in outcome,
    ),
  })
  return { replaced, update }
}

/**
 * How many storybooks the plan still allows this month. Until that is known, creating
 * one is offered, because the server decides anyway.
 */
export function useMonth() {
  const { data } = useQuery(orpc.storybooks.month.queryOptions())
  const allowed = data?.allowed ?? null
  return { allowed, isFull: data !== undefined && allowed !== null && data.made >= allowed }
}
