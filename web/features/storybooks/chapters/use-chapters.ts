import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BookChapter, BookChapterList } from '#contract/book-chapters.ts'
import { afterwards } from '../../../lib/afterwards.ts'
import { keepAnswer } from '../../../lib/keep-answer.ts'
import { readAnew } from '../../../lib/read-anew.ts'
import { client, orpc } from '../../../lib/rpc.ts'

/** The chapters of a book that a model has written or could write. Only the book's owner may ask for them. */
export function useChapters(storybookId: string, enabled: boolean) {
  return useQuery({
    ...orpc.bookChapters.list.queryOptions({ input: { storybookId } }),
    enabled,
    // Changes are announced over the live stream; polling covers a stream that has broken off unnoticed.
    refetchInterval: ({ state }) =>
      state.data?.chapters.some((chapter) => chapter.state === 'waiting') ? 4_000 : false,
  })
}

/** A written chapter, sentence by sentence. If its text is not the one that the list names, both are fetched again. */
export function useChapterText(storybookId: string, { storyId, proposalId }: BookChapter) {
  const queries = useQueryClient()
  const text = useQuery(orpc.bookChapters.read.queryOptions({ input: { storybookId, storyId } }))
  const read = text.data?.chapter.proposalId
  useEffect(() => {
    if (read !== undefined && read !== proposalId)
      queries.invalidateQueries({ queryKey: orpc.bookChapters.key() })
  }, [queries, read, proposalId])
  return text
}

export type ChapterDecision = {
  storyId: string
  proposalId: string
  decision: 'accepted' | 'refused' | 'open'
}

/** Mutations that request chapters and decide about them. Each also refreshes the pages of the book. */
export function useChapterActions(storybookId: string) {
  const queries = useQueryClient()
  const put = (list: BookChapterList) =>
    keepAnswer(queries, orpc.bookChapters.list.queryKey({ input: { storybookId } }), list)
  const readTexts = () => readAnew(queries, orpc.bookChapters, orpc.storybooks)
  return {
    write: useMutation({
      mutationFn: (storyIds: string[]) => client.bookChapters.write({ storybookId, storyIds }),
      onSuccess: put,
    }),
    decide: useMutation({
      mutationFn: (decision: ChapterDecision) => client.bookChapters.decide({ storybookId, ...decision }),
      onSuccess: put,
      onSettled: afterwards(readTexts),
    }),
  }
}
