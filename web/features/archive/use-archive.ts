import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArchiveExport, ArchiveImport } from '#contract/archive.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { client, orpc } from '../../lib/rpc.ts'

const POLL_MS = 2_000
const isWorking = (one: ArchiveExport | ArchiveImport) =>
  one.state !== 'completed' && one.state !== 'failed' && one.state !== 'receiving'

/** A person's archives; while one is being made the list is read again and again. */
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
    // Whoever sees other archives by now means a new one; after a lost answer it is the one that was asked for.
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

/** What was brought in lately. */
export function useImports() {
  return useQuery(
    orpc.archive.imports.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isWorking) ? POLL_MS : false),
    }),
  )
}
