import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Capture, CaptureEvents } from './capture/capture.ts'
import { DeviceRecordings } from './device-recordings.ts'
import { SpoolFailure } from './failures.ts'
import type { RecordingLocks } from './page/locks.ts'
import type { Spool } from './spool/spool.ts'
import { createMemorySpool } from './testing/memory-spool.ts'
import { startMisbehavingServer } from './testing/misbehaving-server.ts'
import { aRecording, slicesOf, spoolWhole } from './testing/worlds.ts'
import type { UploadPort } from './upload/upload.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

/** Locks under which other tabs deliver and this one never does. */
const ofOtherTabs: RecordingLocks = {
  holding: async () => false,
  held: async () => new Set(),
  free: () => new Promise(() => undefined),
}

const aCapture = (start: Capture['start'] = () => {}): Capture => ({
  kind: 'audio',
  mimeType: 'audio/webm',
  start,
  pause: () => {},
  resume: () => {},
  stop: async () => {},
  behind: () => null,
})

/** Locks under which this tab delivers. */
const ofThisTab: RecordingLocks = {
  holding: async (_id, work) => {
    await work()
    return true
  },
  held: async () => new Set(),
  free: () => new Promise(() => undefined),
}

/** Between a recording's first row and its lock there is a moment in which it looks like one that broke off. */
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

it('takes on and delivers what another has left here, but not what a tab works on, nor what is not to come', async () => {
  const [server, spool] = [await startMisbehavingServer(), createMemorySpool()]
  const [left, elsewhere, other] = [aRecording(), aRecording(), aRecording()]
  const bytes = await spoolWhole(spool, left, slicesOf([300, 5]))
  await spoolWhole(spool, elsewhere, slicesOf([300]))
  await spoolWhole(spool, other, slicesOf([300]))
  const locks = { ...ofThisTab, held: async () => new Set([elsewhere.id]) }
  const now = () => '2026-11-21T10:05:00.000Z'
  const recordings = new DeviceRecordings({ userId: 'a new link', spool, locks, now, upload: server.upload })

  await recordings.adopt(({ id }) => id !== other.id)

  await expect.poll(() => recordings.deliveries.get().get(left.id)?.phase).toBe('safe')
  expect(Buffer.concat(server.recordings.get(left.id)?.chunks.map((chunk) => chunk.bytes) ?? [])).toEqual(
    Buffer.from(bytes),
  )
  expect([...server.recordings.keys()]).toEqual([left.id])
  expect((await spool.list()).map(({ userId }) => userId)).toEqual([elsewhere.userId, other.userId])
  recordings.close()
  await server.close()
})

it('is idle when what it records has ended on the disk, or could not begin', async () => {
  const [kept, { userId, story }] = [createMemorySpool(), aRecording()]
  let isFull = false
  const create: Spool['create'] = (recording) =>
    isFull ? Promise.reject(new SpoolFailure('device-full')) : kept.create(recording)
  const spool = { ...kept, create }
  const now = () => '2026-11-21T10:05:00.000Z'
  const upload = {} as UploadPort
  const recordings = new DeviceRecordings({ userId, spool, locks: ofOtherTabs, now, upload })
  const wanted = { story, part: 0, beginsAtMs: 0, quality: 'low', capture: aCapture() } as const
  const recorder = await recordings.begin(wanted)
  expect(recordings.isRecording).toBe(true)
  const idle = recordings.whenIdle()
  await recorder.stop()
  await idle
  expect((await spool.get(recorder.recording.id))?.endedAt).toBe(now())

  isFull = true
  const beginning = recordings.begin(wanted)
  expect(recordings.isRecording).toBe(true)
  const idleAgain = recordings.whenIdle()
  await expect(beginning).rejects.toThrow(SpoolFailure)
  expect(recordings.isRecording).toBe(false)
  await idleAgain
  recordings.close()
})

it.each(['begins', 'does not begin'])(
  'keeps the screen on no longer than it records, also where that %s',
  async (how) => {
    let awake = 0
    const request = async () => {
      awake += 1
      return {
        release: async () => {
          awake -= 1
        },
      }
    }
    vi.stubGlobal('navigator', { wakeLock: { request } })
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    const { userId, story } = aRecording()
    const now = () => '2026-11-21T10:05:00.000Z'
    const [spool, upload] = [createMemorySpool(), {} as UploadPort]
    const recordings = new DeviceRecordings({ userId, spool, locks: ofOtherTabs, now, upload })
    const capture = aCapture(() => {
      if (how === 'does not begin') throw new DOMException('no track is live', 'InvalidStateError')
    })

    const recorder = await recordings.begin({ story, part: 0, beginsAtMs: 0, quality: 'low', capture })
    expect(awake).toBe(how === 'begins' ? 1 : 0)
    await recorder.stop()
    await expect.poll(() => awake).toBe(0)

    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(awake).toBe(0)
    recordings.close()
  },
)

it('delivers and offers what can be read where the device cannot tell how far another recording reaches', async () => {
  const [server, kept] = [await startMisbehavingServer(), createMemorySpool()]
  const endedAt = '2026-11-21T10:05:00.000Z'
  const [damaged, whole, brokenOff] = [aRecording({ endedAt }), aRecording(), aRecording()]
  await kept.create(damaged)
  const bytes = await spoolWhole(kept, whole, slicesOf([300, 5, 70]))
  await kept.create(brokenOff)
  const extent: Spool['extent'] = async (id) => {
    if (id !== whole.id) throw new SpoolFailure('device-storage')
    return kept.extent(id)
  }
  const { userId } = whole
  const now = () => endedAt
  const spool = { ...kept, extent }
  const recordings = new DeviceRecordings({ userId, spool, locks: ofThisTab, now, upload: server.upload })

  await recordings.resume()

  await expect.poll(() => recordings.deliveries.get().get(whole.id)?.phase).toBe('safe')
  expect(Buffer.concat(server.recordings.get(whole.id)?.chunks.map((chunk) => chunk.bytes) ?? [])).toEqual(
    Buffer.from(bytes),
  )
  await expect.poll(() => recordings.deliveries.get().get(damaged.id)?.problem).toBe('device')
  expect(await recordings.unfinished()).toMatchObject([
    { recording: { id: brokenOff.id }, isUnreadable: true },
  ])
  expect(await kept.get(damaged.id)).not.toBeNull()
  recordings.close()
  await server.close()
})

it.each(['some', 'none'])(
  'waits for the last words of a recorder that is far behind, with %s of them sent',
  async (sent) => {
    const [server, spool, { userId, story }] = [
      await startMisbehavingServer(),
      createMemorySpool(),
      aRecording(),
    ]
    const [catchesUp, now] = [Promise.withResolvers<void>(), () => '2026-11-21T10:05:00.000Z']
    const heard: { slice?: CaptureEvents['slice'] } = {}
    const say = (words: string, endMs: number) => heard.slice?.(new TextEncoder().encode(words), endMs)
    const capture = {
      ...aCapture((events) => {
        heard.slice = events.slice
      }),
      behind: () => catchesUp.promise,
    }
    const recordings = new DeviceRecordings({ userId, spool, locks: ofThisTab, now, upload: server.upload })
    const recorder = await recordings.begin({ story, part: 0, beginsAtMs: 0, quality: 'low', capture })
    const { id } = recorder.recording
    const stored = () =>
      Buffer.concat(server.recordings.get(id)?.chunks.map(({ bytes }) => bytes) ?? []).toString()

    if (sent === 'some') say('Good night, ', 2_000)
    await recorder.stop()
    await expect.poll(() => server.recordings.has(id)).toBe(true)
    await expect.poll(stored).toBe(sent === 'some' ? 'Good night, ' : '')
    // By the end of these requests, an implementation that lets go too early would have done so.
    for (let turn = 0; turn < 50; turn += 1) await server.upload.status(id, new AbortController().signal)
    expect([recordings.isRecording, await recordings.isHere(id)]).toEqual([true, true])
    say('children', 4_000)
    catchesUp.resolve()

    await expect.poll(() => recordings.deliveries.get().get(id)?.phase).toBe('safe')
    expect(stored()).toBe(sent === 'some' ? 'Good night, children' : 'children')
    expect(recordings.isRecording).toBe(false)
    recordings.close()
    await server.close()
  },
)

it('knows of a story the next part and its end, whatever is kept of others or was thrown away', async () => {
  const [spool, recording] = [createMemorySpool(), aRecording({ beginsAtMs: 60_000 })]
  const { userId, story } = recording
  const now = () => '2026-11-21T10:05:00.000Z'
  const recordings = new DeviceRecordings({
    userId,
    spool,
    locks: ofOtherTabs,
    now,
    upload: {} as UploadPort,
  })
  expect(await recordings.nextPart(story.id)).toBe(0)
  expect(await recordings.endOf(story.id)).toBe(0)

  const lasting = slicesOf(Array.from({ length: 40 }, () => 1))
  await spoolWhole(spool, recording, slicesOf([1, 1]))
  await spoolWhole(spool, aRecording({ part: 7, beginsAtMs: 90_000 }), lasting)
  await spoolWhole(spool, aRecording({ story, part: 1, beginsAtMs: 90_000, discardedAt: now() }), lasting)
  expect(await recordings.nextPart(story.id)).toBe(2)
  expect(await recordings.endOf(story.id)).toBe(60_500)
  recordings.close()
})

it('delivers what somebody decides to keep of a recording that broke off', async () => {
  const [server, spool, recording] = [await startMisbehavingServer(), createMemorySpool(), aRecording()]
  const { userId } = recording
  await spool.create(recording)
  await spool.append(recording.id, slicesOf([300, 5]))
  const now = () => '2026-11-21T10:05:00.000Z'
  const { upload } = server
  const recordings = new DeviceRecordings({ userId, spool, locks: ofThisTab, now, upload })
  const [found] = await recordings.unfinished()
  expect(found).toMatchObject({ durationMs: 500, sizeBytes: 305, isUnreadable: false })
  if (found) await recordings.keep(found)

  await expect.poll(() => recordings.deliveries.get().get(recording.id)?.phase).toBe('safe')
  expect(await recordings.unfinished()).toEqual([])
  recordings.close()
  await server.close()
})

it.each(['delivering', 'recording'] as const)(
  'carries on with what another tab was %s, once that tab lets go of it',
  async (doing) => {
    const [server, spool, recording] = [await startMisbehavingServer(), createMemorySpool(), aRecording()]
    const { userId } = recording
    await spool.create({ ...recording, endedAt: doing === 'delivering' ? recording.startedAt : null })
    await spool.append(recording.id, slicesOf([300, 5]))
    const [letGo, held] = [Promise.withResolvers<void>(), new Set([recording.id])]
    const locks: RecordingLocks = {
      holding: async (id, work) => {
        if (held.has(id)) return false
        await work()
        return true
      },
      held: async () => held,
      free: () => letGo.promise,
    }
    const now = () => '2026-11-21T10:05:00.000Z'
    const { upload } = server
    const recordings = new DeviceRecordings({ userId, spool, locks, now, upload })
    await recordings.resume()
    expect(await recordings.unfinished()).toEqual([])
    await expect.poll(() => recordings.deliveries.get().size).toBe(0)

    held.clear()
    letGo.resolve()
    await expect.poll(() => recordings.letGo.get()).toBe(1)
    if (doing === 'delivering') {
      await expect.poll(() => recordings.deliveries.get().get(recording.id)?.phase).toBe('safe')
    } else expect(await recordings.unfinished()).toMatchObject([{ recording: { id: recording.id } }])
    recordings.close()
    await server.close()
  },
)

it('names who speaks without taking back the story that the recording goes to by then', async () => {
  const [kept, recording, elsewhere] = [createMemorySpool(), aRecording(), aRecording().story.id]
  await kept.create(recording)
  const spool: Spool = {
    ...kept,
    get: async (id) => {
      const found = await kept.get(id)
      await kept.update(id, { story: { id: elsewhere } })
      return found
    },
    update: async (id, change) => {
      await spool.get(id)
      await kept.update(id, change)
    },
  }
  const ports = { spool, locks: ofOtherTabs, upload: {} as UploadPort, now: () => '2026-11-21T10:05:00.000Z' }
  const recordings = new DeviceRecordings({ ...ports, userId: recording.userId })

  await recordings.nameSpeakers([recording.id], ['Rosa'])

  expect((await kept.get(recording.id))?.story).toEqual({
    ...recording.story,
    id: elsewhere,
    speakers: ['Rosa'],
  })
})
