import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { afterwards } from '../../lib/afterwards.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** The suggestions for the transcript of one recording. */
export function useSuggestions(id: string) {
  return useQuery(orpc.suggestions.list.queryOptions({ input: { id } }))
}

/** Mutation that has the transcript checked again. */
export function useLook(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.suggestions.look({ id }),
    onSuccess: (list) => keepAnswer(queries, orpc.suggestions.list.queryKey({ input: { id } }), list),
  })
}

/** Mutation that applies the approved suggestions; those that no longer fit are skipped. */
export function useApprove(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (ids: string[]) => client.suggestions.approve({ id, ids }),
    onSettled: afterwards(refresh),
  })
}

export function useDismiss(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (suggestionId: string) => client.suggestions.dismiss({ id, ids: [suggestionId] }),
    onSettled: afterwards(refresh),
  })
}

/**
 * Mutation that undoes an approval along with all the edits it made. Tried again after a lost answer, it has to come with the same
 * `editId`: under another one the server would refuse it, as what was undone already.
 */
export function useUndoApproval(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (approval: { editId: string; groupId: string }) =>
      client.suggestions.undo({ id, ...approval }),
    onSettled: afterwards(refresh),
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => readAnew(queries, orpc.suggestions, orpc.transcripts)
}
