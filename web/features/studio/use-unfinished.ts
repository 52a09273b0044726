import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { DeviceRecordings, UnfinishedRecording } from '../../recorder/device-recordings.ts'

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
  })
  const lookAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: keyOf(userId) }),
    [queries, userId],
  )
  useEffect(() => recordings.letGo.watch(lookAgain), [recordings, lookAgain])
  return { found, lookAgain }
}

const keyOf = (userId: string) => ['unfinished-recordings', userId]
