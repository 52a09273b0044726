import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { UnfinishedRecording } from '../../recorder/device-recordings.ts'
import { unfinishedOn } from './use-unfinished.ts'

/** A device on which recordings of these many milliseconds broke off. */
const aDevice = (userId: string, ...lengths: number[]) => {
  const found = lengths.map((durationMs) => ({ durationMs }) as UnfinishedRecording)
  return { userId, recordings: { unfinished: async () => found } }
}

it('reads what broke off from a device that was opened anew, and shows nobody what is another’s', async () => {
  const observer = new QueryObserver<UnfinishedRecording[]>(
    new QueryClient(),
    unfinishedOn(aDevice('ana', 1_000)),
  )
  const lengths = () => observer.getCurrentResult().data?.map(({ durationMs }) => durationMs)
  const leave = observer.subscribe(() => undefined)
  await expect.poll(lengths).toEqual([1_000])

  observer.setOptions(unfinishedOn(aDevice('ana', 2_000, 1_000)))
  expect(lengths()).toEqual([1_000])
  await expect.poll(lengths).toEqual([2_000, 1_000])

  observer.setOptions(unfinishedOn(aDevice('boris', 3_000)))
  expect(lengths()).toBeUndefined()
  await expect.poll(lengths).toEqual([3_000])
  leave()
})

it('asks a device that stays open but once for each reading', () => {
  const device = aDevice('ana', 1_000)
  expect(unfinishedOn(device).queryKey).toEqual(unfinishedOn(device).queryKey)
})
