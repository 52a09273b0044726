import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeviceRecordings } from './device-recordings.ts'
import type { RecordingLocks } from './page/locks.ts'
import { createMemorySpool } from './testing/memory-spool.ts'
import { aRecording } from './testing/worlds.ts'
import type { UploadPort } from './upload/upload.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

/** Looked at in the moment between a recording's first row and its lock, it seems to be one that broke off. */
it.each(['keep', 'discard'] as const)('does not %s what another tab records by now', async (decide) => {
  const [spool, recording, held] = [createMemorySpool(), aRecording(), new Set<string>()]
  const locks: RecordingLocks = {
    holding: async () => false,
    held: async () => held,
    free: () => new Promise(() => undefined),
  }
  const { userId } = recording
  const now = () => '2026-11-21T10:05:00.000Z'
  const recordings = new DeviceRecordings({ userId, spool, locks, now, upload: {} as UploadPort })
  await spool.create(recording)
  const [found] = await recordings.unfinished()
  held.add(recording.id)

  if (found) await recordings[decide](found)

  expect(found?.recording.id).toBe(recording.id)
  expect(await spool.get(recording.id)).toMatchObject({ endedAt: null, discardedAt: null })
  expect(await recordings.unfinished()).toEqual([])
  recordings.close()
})
