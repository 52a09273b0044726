import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeviceRecordings } from '../../recorder/device-recordings.ts'
import { SpoolFailure } from '../../recorder/failures.ts'
import type { RecordingLocks } from '../../recorder/page/locks.ts'
import { createMemorySpool } from '../../recorder/testing/memory-spool.ts'
import { aRecording, slicesOf, spoolWhole } from '../../recorder/testing/worlds.ts'
import type { UploadPort } from '../../recorder/upload/upload.ts'
import { discardDelivery } from './discard-delivery.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

const now = () => '2026-11-21T10:05:00.000Z'
/** Locks under which a delivery is begun and never ends. */
const locks: RecordingLocks = {
  holding: () => new Promise(() => undefined),
  held: async () => new Set(),
  free: () => new Promise(() => undefined),
}

/** A recording on its way to the server, on a device whose store the test can close. */
async function oneOnItsWay() {
  const [memory, recording] = [createMemorySpool(), aRecording({ endedAt: now() })]
  await spoolWhole(memory, recording, slicesOf([300]))
  let isClosed = false
  const update: typeof memory.update = async (...change) => {
    if (isClosed) throw new SpoolFailure('device-storage')
    await memory.update(...change)
  }
  const { userId, id } = recording
  const spool = { ...memory, update }
  const recordings = new DeviceRecordings({ userId, spool, locks, now, upload: {} as UploadPort })
  await recordings.resume()
  const close = () => {
    isClosed = true
  }
  return { recordings, id, close, kept: () => memory.get(id) }
}

it('says that a recording was not discarded where the device’s store is closed, and the recording stays listed', async () => {
  const { recordings, id, close, kept } = await oneOnItsWay()
  close()

  expect(await discardDelivery(recordings, id)).toBe(
    'It was not discarded. The recording stays on this device. Please try again.',
  )
  expect([...recordings.deliveries.get().keys()]).toEqual([id])
  expect(await kept()).toMatchObject({ discardedAt: null })
  recordings.close()
})

it('says nothing of a recording that is discarded', async () => {
  const { recordings, id, kept } = await oneOnItsWay()

  expect(await discardDelivery(recordings, id)).toBeNull()
  expect(await kept()).toMatchObject({ discardedAt: now() })
  recordings.close()
})
