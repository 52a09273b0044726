import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { DeviceRecordings, UnfinishedRecording } from '../../recorder/device-recordings.ts'

/** How soon to retry in a browser whose store is busy or restarting. */
const AGAIN_MS = 5_000

/** Options for queries of the device's store: they retry until it answers, so that nothing kept there stays unseen. */
export const untilItAnswers = {
  retry: false,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? AGAIN_MS : (false as const),
}

type Device = { userId: string; recordings: DeviceRecordings }

type Unfinished = {
  /** Newest first; empty until the device's store was read. */
  found: UnfinishedRecording[]
  /** To be called after a decision about one of them. */
  lookAgain: () => Promise<void>
}

/** This person's recordings that broke off on this device, including those that another tab releases later. */
export function useUnfinished({ userId, recordings }: Device): Unfinished {
  const queries = useQueryClient()
  const { data: found = [] } = useQuery({
    queryKey: keyOf(userId),
    queryFn: () => recordings.unfinished(),
    staleTime: 0,
    ...untilItAnswers,
  })
  const lookAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: keyOf(userId) }),
    [queries, userId],
  )
  useEffect(() => recordings.letGo.watch(lookAgain), [recordings, lookAgain])
  return { found, lookAgain }
}

const keyOf = (userId: string) => ['unfinished-recordings', userId]
