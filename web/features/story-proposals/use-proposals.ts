import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProposalDecision, ProposalList } from '#contract/story-proposals.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** The proposals for a story, with the decisions about them. */
export function useProposals(storyId: string) {
  return useQuery(orpc.storyProposals.list.queryOptions({ input: { storyId } }))
}

/** Mutation that has the story read again. */
export function useRead(storyId: string) {
  const put = usePutList(storyId)
  return useMutation({ mutationFn: () => client.storyProposals.read({ storyId }), onSuccess: put })
}

export type Decision = Omit<ProposalDecision, 'storyId'>

/**
 * Larger decisions are split into requests of this size: a request may name at most 200
 * proposals, and smaller ones let the person see the progress.
 */
const AT_ONCE = 100

/** Accepts, refuses or reopens proposals; an accepted title or tag changes the story itself. */
export function useDecide(storyId: string) {
  const put = usePutList(storyId)
  const queries = useQueryClient()
  const [underWay, setUnderWay] = useState<{ done: number; all: number } | null>(null)
  const some = useMutation({
    mutationFn: (decision: Decision) => client.storyProposals.decide({ storyId, ...decision }),
    onSuccess: (list) =>
      Promise.all([put(list), queries.invalidateQueries({ queryKey: orpc.stories.key() })]),
    // The request may have been carried out although its answer was lost.
    onError: () => {
      queries.invalidateQueries({ queryKey: orpc.storyProposals.list.queryKey({ input: { storyId } }) })
    },
  })

  /**
   * `onDone` is called after each request with the number decided so far, and the proposals as they are now: some may have found
   * no room. If a request fails, the remaining proposals are left as they were.
   */
  const decide = async (decision: Decision, onDone: (done: number, list: ProposalList) => void) => {
    const { ids } = decision
    try {
      for (let done = 0; done < ids.length; done += AT_ONCE) {
        setUnderWay({ done, all: ids.length })
        const upTo = Math.min(done + AT_ONCE, ids.length)
        onDone(upTo, await some.mutateAsync({ ...decision, ids: ids.slice(done, upTo) }))
      }
    } catch {
      // The error is reported through `error`.
    }
    setUnderWay(null)
  }
  return {
    decide,
    busy: underWay !== null,
    /** The progress, if it takes more than one request. */
    progress: underWay !== null && underWay.all > AT_ONCE ? underWay : null,
    error: some.error,
  }
}

function usePutList(storyId: string) {
  const queries = useQueryClient()
  return (list: ProposalList) =>
    keepAnswer(queries, orpc.storyProposals.list.queryKey({ input: { storyId } }), list)
}
