import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { v7 as newId } from 'uuid'
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

type Unread = Pick<DeviceRecordings, 'unfinished'>

type Unfinished = {
  /** Newest first; empty until the device's store was read. */
  found: UnfinishedRecording[]
  /** To be called after a decision about one of them. */
  lookAgain: () => Promise<void>
}

/** This person's recordings that broke off on this device, including those that another tab releases later. */
export function useUnfinished({ userId, recordings }: Device): Unfinished {
  const queries = useQueryClient()
  const { data: found = [] } = useQuery(unfinishedOn({ userId, recordings }))
  const lookAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: keyOf(userId) }),
    [queries, userId],
  )
  useEffect(() => recordings.letGo.watch(lookAgain), [recordings, lookAgain])
  return { found, lookAgain }
}

const keyOf = (userId: string) => ['unfinished-recordings', userId]

const opened = new WeakMap<object, string>()

/**
 * The query for what broke off. A device that was opened anew is asked anew: what was being recorded when the browser closed its store
 * has broken off since. Until it answers, this person's last list stands.
 */
export function unfinishedOn({ userId, recordings }: { userId: string; recordings: Unread }) {
  const device = opened.get(recordings) ?? newId()
  opened.set(recordings, device)
  return {
    queryKey: [...keyOf(userId), device],
    queryFn: () => recordings.unfinished(),
    placeholderData: (
      last: UnfinishedRecording[] | undefined,
      query: { queryKey: readonly unknown[] } | undefined,
    ) => (query?.queryKey[1] === userId ? last : undefined),
    staleTime: 0,
    ...untilItAnswers,
  }
}
