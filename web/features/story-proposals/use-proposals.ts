import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** Accepts, refuses or reopens; a title and tags take effect in the story itself. */
export function useDecide(storyId: string) {
  const put = usePutList(storyId)
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (decision: Omit<ProposalDecision, 'storyId'>) =>
      client.storyProposals.decide({ storyId, ...decision }),
    onSuccess: (list) =>
      Promise.all([put(list), queries.invalidateQueries({ queryKey: orpc.stories.key() })]),
  })
}

function usePutList(storyId: string) {
  const queries = useQueryClient()
  return (list: ProposalList) =>
    keepAnswer(queries, orpc.storyProposals.list.queryKey({ input: { storyId } }), list)
}
