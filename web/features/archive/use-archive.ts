import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArchiveExport, ArchiveImport } from '#contract/archive.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { client, orpc } from '../../lib/rpc.ts'

const POLL_MS = 2_000
const isWorking = (one: ArchiveExport | ArchiveImport) =>
  one.state !== 'completed' && one.state !== 'failed' && one.state !== 'receiving'

/** A person's archives; polled while one is being made. */
export function useExports() {
  return useQuery(
    orpc.archive.exports.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isWorking) ? POLL_MS : false),
    }),
  )
}

export function useExportActions() {
  const queries = useQueryClient()
  const onSettled = afterwards(() => queries.invalidateQueries({ queryKey: orpc.archive.exports.key() }))
  const { idFor, made } = useIdForWords()
  const start = useMutation({
    // If other archives are in the list by now, a new one is requested. If only the answer was
    // lost, the id is the same, and so the request is idempotent.
    mutationFn: (seen: string[]) => client.archive.startExport({ id: idFor(seen) }),
    onSuccess: made,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => goneIsDeleted(client.archive.deleteExport({ id })),
    onSettled,
  })
  return { start, remove }
}

/** Recent imports; polled while one is under way. */
export function useImports() {
  return useQuery(
    orpc.archive.imports.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isWorking) ? POLL_MS : false),
    }),
  )
}
