import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { DeviceRecordings, UnfinishedRecording } from '../../recorder/device-recordings.ts'

/** A browser whose store is busy or restarts is asked again within this. */
const AGAIN_MS = 5_000

/** For what a device's store is asked: nothing that is kept there may stay unseen because it failed once. */
export const untilItAnswers = {
  retry: false,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? AGAIN_MS : (false as const),
}

type Device = { userId: string; recordings: DeviceRecordings }

type Unfinished = {
  /** Newest first; none until the device was looked into. */
  found: UnfinishedRecording[]
  /** To be called when one of them was decided. */
  lookAgain: () => Promise<void>
}

/** The recordings of this person that broke off on this device, also those that another tab lets go of later. */
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
