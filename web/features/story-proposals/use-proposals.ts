import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProposalDecision, ProposalList } from '#contract/story-proposals.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** What a story seems to be about, with what was decided of it. */
export function useProposals(storyId: string) {
  return useQuery(orpc.storyProposals.list.queryOptions({ input: { storyId } }))
}

/** Has the story read again. */
export function useRead(storyId: string) {
  const put = usePutList(storyId)
  return useMutation({ mutationFn: () => client.storyProposals.read({ storyId }), onSuccess: put })
}

export type Decision = Omit<ProposalDecision, 'storyId'>

/** Of more than these each request decides so many: a request may name no more than two hundred, and one sees how far it is. */
const AT_ONCE = 100

/** Accepts, refuses or reopens; a title and tags take effect in the story itself. */
export function useDecide(storyId: string) {
  const put = usePutList(storyId)
  const queries = useQueryClient()
  const [underWay, setUnderWay] = useState<{ done: number; all: number } | null>(null)
  const some = useMutation({
    mutationFn: (decision: Decision) => client.storyProposals.decide({ storyId, ...decision }),
    onSuccess: (list) =>
      Promise.all([put(list), queries.invalidateQueries({ queryKey: orpc.stories.key() })]),
    // What was asked may have been done, and its answer lost.
    onError: () => {
      queries.invalidateQueries({ queryKey: orpc.storyProposals.list.queryKey({ input: { storyId } }) })
    },
  })

  /** `onDone` is told how many are decided, each time that some more are. Where one request fails, the rest stays as it was. */
  const decide = async (decision: Decision, onDone: (done: number) => void) => {
    const { ids } = decision
    try {
      for (let done = 0; done < ids.length; done += AT_ONCE) {
        setUnderWay({ done, all: ids.length })
        const upTo = Math.min(done + AT_ONCE, ids.length)
        await some.mutateAsync({ ...decision, ids: ids.slice(done, upTo) })
        onDone(upTo)
      }
    } catch {
      // It is told by `error`.
    }
    setUnderWay(null)
  }
  return {
    decide,
    busy: underWay !== null,
    /** How far it is, where that takes more than one request. */
    progress: underWay !== null && underWay.all > AT_ONCE ? underWay : null,
    error: some.error,
  }
}

function usePutList(storyId: string) {
  const queries = useQueryClient()
  return (list: ProposalList) =>
    keepAnswer(queries, orpc.storyProposals.list.queryKey({ input: { storyId } }), list)
}
