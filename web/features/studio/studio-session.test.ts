import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { CaptureFailure, SpoolFailure } from '../../recorder/failures.ts'
import type { RecorderView } from '../../recorder/recorder.ts'
import type { StudioDevices } from './studio-devices.ts'
import { type SessionDevice, StudioSession } from './studio-session.ts'

beforeEach(() =>
  vi.stubGlobal(
    'MediaRecorder',
    class extends EventTarget {
      static isTypeSupported = () => true
    },
  ),
)
afterEach(() => vi.unstubAllGlobals())

const plan = {
  storyId: 's',
  title: 'The orchard',
  description: '',
  firstPart: 0,
  earlierMs: 60_000,
  speakers: [],
  mode: 'recording',
  notes: [],
} as const

/** A session whose recorders the test controls. `refuse` makes the device refuse to begin another recording. */
function aSession({
  reopenedAs = 'u',
  isThrownAway = false,
  reopening = async () => {},
  settled = async () => {},
  opening = async () => {},
  wanted = {},
} = {}) {
  const begun: ReturnType<typeof createStore<RecorderView>>[] = []
  let refusal: Error | null = null
  const keptAnew: string[] = []
  const named: [string[], string[]][] = []
  const recordings = {
    letGo: createStore(0),
    unfinished: async () =>
      isThrownAway ? [] : [{ recording: { id: 'r1' } }, { recording: { id: 'of another session' } }],
    isHere: async () => !isThrownAway,
    nameSpeakers: async (ids: string[], names: string[]) => void named.push([ids, names]),
    keep: async ({ recording }: { recording: { id: string } }) => void keptAnew.push(recording.id),
    nextPart: async () => begun.length,
    begin: async () => {
      if (refusal) throw refusal
      await opening()
      const view = createStore<RecorderView>({ state: { name: 'recording' }, committedMs: 0 })
      begun.push(view)
      const stop = async () => view.set({ ...view.get(), state: { name: 'stopping' } })
      return { recording: { id: `r${begun.length}` }, view, stop }
    },
  }
  const track = { readyState: 'live', getSettings: () => ({ deviceId: 'built in' }) }
  const stream = { getTracks: () => [track], getVideoTracks: () => [], getAudioTracks: () => [track] }
  const choice = { withCamera: false, quality: 'low', cameraId: null, microphoneId: null }
  const known = { cameras: [], microphones: [] }
  const view = createStore({ stream, failure: null, choice, known, ...wanted })
  const open = vi.fn(async () => stream)
  const letGoOfHiddenCamera = vi.fn()
  const devices = { view, settled, open, letGoOfHiddenCamera } as unknown as StudioDevices
  const closed = new AbortController()
  const aDevice = (userId: string, signal: AbortSignal) =>
    ({ userId, recordings, notes: { keep: async () => {} }, closed: signal }) as unknown as SessionDevice
  const reopen = () => reopening().then(() => aDevice(reopenedAs, new AbortController().signal))
  const aPlan = { ...plan, notes: [], speakers: [] }
  const session = new StudioSession(aPlan, aDevice('u', closed.signal), devices, reopen)
  const kept = (part: number, committedMs: number) => begun[part]?.set({ ...viewOf(part), committedMs })
  const viewOf = (part: number): RecorderView =>
    begun[part]?.get() ?? { state: { name: 'idle' }, committedMs: 0 }
  const become = (part: number, state: RecorderView['state']) => begun[part]?.set({ ...viewOf(part), state })
  const refuse = (how: Error) => {
    refusal = how
  }
  const close = (why?: Error) => closed.abort(why)
  return { session, kept, become, refuse, close, keptAnew, named, open, letGoOfHiddenCamera }
}

it('begins only once the camera gives the size that was chosen', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { session } = aSession({ settled: () => promise })
  const beginning = session.record()
  // Without the wait, the recording would have begun by the end of this turn.
  await new Promise((resolve) => setTimeout(resolve))
  expect(session.view.get().recordingIds).toEqual([])

  resolve()
  await beginning
  expect(session.view.get().recordingIds).toEqual(['r1'])
})

it.each([
  ['tries the camera once more that another program held', ['camera 1'], 1],
  ['opens nothing anew where there is no camera', [], 0],
])('%s, where a picture is wanted and there is sound alone', async (_, cameras, times) => {
  const wanted = { choice: { withCamera: true, quality: 'low' }, known: { cameras, microphones: [] } }
  const { session, open } = aSession({ wanted })
  await session.record()

  expect(open).toHaveBeenCalledTimes(times)
  expect(session.view.get().recordingIds).toEqual(['r1'])
})

it.each([
  ['takes the chosen microphone again, which was pulled out and is back', ['usb', 'built in'], 1],
  ['goes on with the other microphone as long as the chosen one is away', ['built in'], 0],
])('%s', async (_, connected, times) => {
  const choice = { withCamera: false, quality: 'low', cameraId: null, microphoneId: 'usb' }
  const known = { cameras: [], microphones: connected.map((id) => ({ id, label: id })) }
  const { session, open } = aSession({ wanted: { choice, known, pluggedIn: ['built in'] } })
  await session.record()

  expect(open).toHaveBeenCalledTimes(times)
  expect(session.view.get().recordingIds).toEqual(['r1'])
})

it('begins nothing where it was to stop while the camera was still opening, and records when asked again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { session } = aSession({ settled: () => promise })
  const beginning = session.record()
  await session.stop()
  resolve()
  await beginning
  expect(session.view.get()).toMatchObject({ recordingIds: [], starting: false, refusal: null })

  await session.record()
  expect(session.view.get()).toMatchObject({ recordingIds: ['r1'], recorder: { name: 'recording' } })
})

it('stops a recording that the device was already beginning when it was to stop', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const opening = () => {
    asked.resolve()
    return promise
  }
  const { session } = aSession({ opening })
  const beginning = session.record()
  await asked.promise
  const stopping = session.stop()
  resolve()
  await Promise.all([beginning, stopping])

  expect(session.view.get()).toMatchObject({ recordingIds: ['r1'], recorder: { name: 'stopping' } })
})

it('lets go of a camera that was turned off only once nothing is recorded any more', async () => {
  const { session, letGoOfHiddenCamera } = aSession()
  await session.record()
  const stopping = session.stop()
  expect(letGoOfHiddenCamera).not.toHaveBeenCalled()
  await stopping

  expect(letGoOfHiddenCamera).toHaveBeenCalledTimes(1)
})

it('counts a part once where a further one could not begin', async () => {
  const { session, kept, become, refuse } = aSession()
  await session.record()
  kept(0, 10_000)
  await session.stop()
  refuse(new CaptureFailure('unsupported'))
  await session.record()
  become(0, { name: 'safe' })

  expect(session.view.get()).toMatchObject({ keptMs: 10_000, refusal: 'unsupported' })
  expect(session.storyMs).toBe(70_000)
})

it('counts what of a part reaches the disk only when the next has begun, and places that after it', async () => {
  const { session, kept } = aSession()
  await session.record()
  kept(0, 10_000)
  await session.stop()
  await session.record()
  kept(0, 10_300)
  kept(1, 500)

  expect(session.view.get()).toMatchObject({ keptMs: 10_800, recorder: { name: 'recording' } })
  expect(session.partBeginsAtMs).toBe(70_300)
})

it('says no more of a failure once somebody has left it at that, and keeps what was recorded', async () => {
  const { session, kept, become } = aSession()
  await session.record()
  kept(0, 4_000)
  become(0, { name: 'failed', reason: 'device-full' })
  session.leaveIt()

  expect(session.view.get()).toMatchObject({ recorder: { name: 'idle' }, refusal: null, keptMs: 4_000 })
})

it('says that the device lost its store, and goes on with it opened anew, which keeps what had broken off', async () => {
  const { session, kept, close, keptAnew } = aSession()
  await session.record()
  kept(0, 4_000)
  close()
  expect(session.view.get().recorder).toEqual({ name: 'failed', reason: 'device-storage' })

  await session.record()
  kept(1, 1_000)
  expect(session.view.get()).toMatchObject({ recorder: { name: 'recording' }, keptMs: 5_000 })
  expect(keptAnew).toEqual(['r1'])
})

it('keeps what had broken off also where nobody goes on', async () => {
  const { session, kept, close, keptAnew } = aSession()
  await session.record()
  kept(0, 4_000)
  close()

  await expect.poll(() => keptAnew).toEqual(['r1'])
  expect(session.view.get().recorder).toEqual({ name: 'failed', reason: 'device-storage' })
})

it('records nothing in the name of somebody else who has signed in on this device', async () => {
  const { session, kept, close, keptAnew } = aSession({ reopenedAs: 'somebody else' })
  await session.record()
  kept(0, 4_000)
  close()
  await session.record()

  expect(session.view.get()).toMatchObject({ recordingIds: ['r1'], refusal: 'recorder-error' })
  expect(session.device.get().userId).toBe('u')
  expect(keptAnew).toEqual([])
})

it.each([true, false])(
  'says whether what was told is still here once it could look: thrown away %s',
  async (isThrownAway) => {
    const { session, kept, close } = aSession({ isThrownAway })
    await session.record()
    kept(0, 4_000)
    close()
    await expect.poll(() => session.device.get().closed.aborted).toBe(false)
    await new Promise((resolve) => setTimeout(resolve))
    expect(session.view.get().isThrownAway).toBe(isThrownAway)

    await session.record()
    expect(session.view.get().isThrownAway).toBe(false)
  },
)

it('says that this page is outdated where a newer version has taken the store, also before anything is recorded', async () => {
  const why = new SpoolFailure('page-outdated')
  const reopening = () => Promise.reject(why)
  const [recorded, idle] = [aSession({ reopening }), aSession({ reopening })]
  await recorded.session.record()
  await recorded.session.stop()
  for (const { close } of [recorded, idle]) close(why)

  expect(recorded.session.view.get().recorder).toEqual({ name: 'failed', reason: 'page-outdated' })
  await expect.poll(() => idle.session.view.get().refusal).toBe('page-outdated')
})

it('tells its recordings who speaks by now: they may have to make a story of their own', async () => {
  const { session, named } = aSession()
  await session.record()
  session.setSpeakers(['Rosa', 'Ana'])

  await expect.poll(() => named).toEqual([[['r1'], ['Rosa', 'Ana']]])
})

describe('a store that stays closed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['answers that it cannot be opened', () => Promise.reject(new SpoolFailure('device-storage'))],
    ['does not answer', () => new Promise<void>(() => undefined)],
  ])('is told of after a minute, where it %s', async (_, reopening) => {
    const { session, close } = aSession({ reopening })
    await session.record()
    close()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(session.view.get().isStoreSilent).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(session.view.get().isStoreSilent).toBe(true)
  })

  it.each(['device-storage', 'store-silent', 'store-in-use'] as const)(
    'is told of no more once it is open after %s',
    async (reason) => {
      let isOpen = false
      const reopening = async () => {
        if (!isOpen) throw new SpoolFailure(reason)
      }
      const { session, close } = aSession({ reopening })
      await session.record()
      close()
      await vi.advanceTimersByTimeAsync(61_000)
      isOpen = true
      await vi.advanceTimersByTimeAsync(6_000)
      expect(session.view.get()).toMatchObject({ isStoreSilent: false, recorder: { name: 'failed' } })
    },
  )
})
