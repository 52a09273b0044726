import { expect, it } from 'vitest'
import type { Capture, CaptureEvents } from './capture/capture.ts'
import { CaptureFailure, SpoolFailure } from './failures.ts'
import { Recorder } from './recorder.ts'
import type { Spool } from './spool/spool.ts'
import { createMemorySpool } from './testing/memory-spool.ts'
import { aRecording } from './testing/worlds.ts'

/** A capture whose slices come when the test tells it to. */
function aCapture() {
  let events: CaptureEvents | null = null
  let stopped = 0
  const capture: Capture = {
    kind: 'video',
    mimeType: 'video/webm',
    start: (given) => {
      events = given
    },
    pause: () => {},
    resume: () => {},
    stop: async () => {
      stopped += 1
    },
    behind: () => null,
  }
  return {
    capture,
    slice: (text: string, endMs: number) => events?.slice(new TextEncoder().encode(text), endMs),
    fail: (failure: CaptureFailure) => events?.failed(failure),
    stopped: () => stopped,
  }
}

async function aRecorder(spool: Spool = createMemorySpool(), outlived = async () => {}) {
  const source = aCapture()
  const recorder = new Recorder(aRecording(), {
    spool,
    capture: source.capture,
    advanced: () => {},
    now: () => '2026-11-21T10:00:03.000Z',
    outlived,
  })
  await recorder.start()
  return { recorder, source, spool, id: recorder.recording.id }
}

async function keptText(spool: Spool, id: string): Promise<string> {
  const slices = await spool.read(id, 0, 99, 10_000)
  return slices.map(({ bytes }) => new TextDecoder().decode(bytes)).join('')
}

it('keeps every slice in the order it came and ends when the last one is in', async () => {
  const { recorder, source, spool, id } = await aRecorder()

  for (const [index, text] of ['grand', 'mother', ' tells'].entries()) source.slice(text, (index + 1) * 250)
  await recorder.stop()

  expect(await keptText(spool, id)).toBe('grandmother tells')
  expect(recorder.view.get()).toEqual({ state: { name: 'stopping' }, committedMs: 750 })
  expect((await spool.get(id))?.endedAt).toBe('2026-11-21T10:00:03.000Z')
})

it('keeps what was captured when a device fails, and ends there', async () => {
  const { recorder, source, spool, id } = await aRecorder()

  source.slice('kept', 250)
  source.fail(new CaptureFailure('device-lost'))
  await recorder.stop()

  expect(await keptText(spool, id)).toBe('kept')
  expect(recorder.view.get().state).toEqual({ name: 'failed', reason: 'device-lost' })
  expect((await spool.get(id))?.endedAt).not.toBeNull()
  expect(source.stopped()).toBe(1)
})

it('is left unfinished where the page goes with its camera, so that the next visit asks', async () => {
  let page = () => {}
  const living = new Promise<void>((resolve) => {
    page = resolve
  })
  const { recorder, source, spool, id } = await aRecorder(createMemorySpool(), () => living)

  source.slice('kept', 250)
  source.fail(new CaptureFailure('device-lost'))
  await expect.poll(() => keptText(spool, id)).toBe('kept')
  expect(recorder.view.get().state).toEqual({ name: 'failed', reason: 'device-lost' })
  expect(source.stopped()).toBe(1)
  expect((await spool.get(id))?.endedAt).toBeNull()
  expect(recorder.hasEnded).toBe(false)

  page()
  await recorder.stop()
  expect((await spool.get(id))?.endedAt).not.toBeNull()
})

it('has ended where somebody ended it, whatever becomes of the page', async () => {
  const { recorder, spool, id } = await aRecorder(createMemorySpool(), () => new Promise(() => {}))

  await recorder.stop()

  expect((await spool.get(id))?.endedAt).not.toBeNull()
})

it('stops capturing when the disk is full, and counts nothing that is not on it', async () => {
  const spool = createMemorySpool()
  const { append } = spool
  spool.append = async (id, slices) => {
    if (slices.some(({ seq }) => seq > 0)) throw new SpoolFailure('device-full')
    await append(id, slices)
  }
  const { recorder, source } = await aRecorder(spool)

  source.slice('kept', 250)
  await expect.poll(() => recorder.view.get().committedMs).toBe(250)
  source.slice('lost', 500)
  await expect.poll(() => recorder.view.get().state).toEqual({ name: 'failed', reason: 'device-full' })
  await recorder.stop()

  expect(recorder.view.get().committedMs).toBe(250)
  expect(source.stopped()).toBe(1)
  expect(recorder.hasEnded).toBe(true)
})

it('has ended only when the last slice is on the disk, however late it comes and is written', async () => {
  const [written, handedOver, spool] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    createMemorySpool(),
  ]
  const { append } = spool
  let isWriting = false
  spool.append = async (...slices) => {
    isWriting = true
    await written.promise
    await append(...slices)
  }
  const { recorder, source, id } = await aRecorder(spool)
  source.capture.stop = async () => {
    await handedOver.promise
    source.slice('her last words', 250)
  }
  const hasEnded = async () => [recorder.hasEnded, (await spool.get(id))?.endedAt !== null]

  const stopped = recorder.stop()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await hasEnded()).toEqual([false, false])
  handedOver.resolve()
  await expect.poll(() => isWriting).toBe(true)
  expect(await hasEnded()).toEqual([false, false])
  written.resolve()
  await stopped

  expect(await hasEnded()).toEqual([true, true])
  expect(await keptText(spool, id)).toBe('her last words')
})

it('says why where capturing cannot even begin, and ends', async () => {
  const [source, spool] = [aCapture(), createMemorySpool()]
  source.capture.start = () => {
    throw new CaptureFailure('device-busy')
  }
  const [advanced, outlived] = [() => {}, async () => {}]
  const ports = { spool, capture: source.capture, advanced, outlived, now: () => '2026-11-21T10:00:03.000Z' }
  const recorder = new Recorder(aRecording(), ports)

  await recorder.start()
  await recorder.stop()

  expect(recorder.view.get().state).toEqual({ name: 'failed', reason: 'device-busy' })
  expect(recorder.hasEnded).toBe(true)
})

it('has ended also when the disk is too full to take that note', async () => {
  const spool = createMemorySpool()
  spool.update = async () => {
    throw new SpoolFailure('device-full')
  }
  const { recorder } = await aRecorder(spool)

  await recorder.stop()

  expect(recorder.hasEnded).toBe(true)
})

it('is safe only once the server has verified it', async () => {
  const { recorder } = await aRecorder()

  await recorder.stop()
  expect(recorder.view.get().state.name).toBe('stopping')
  recorder.verified()
  expect(recorder.view.get().state.name).toBe('safe')
})

it('captures nothing where it was stopped before the disk had taken its first row, and ends all the same', async () => {
  const [kept, written] = [createMemorySpool(), Promise.withResolvers<void>()]
  const create: Spool['create'] = async (recording) => {
    await written.promise
    await kept.create(recording)
  }
  let starts = 0
  const start = () => {
    starts += 1
  }
  const recorder = new Recorder(aRecording(), {
    spool: { ...kept, create },
    capture: { ...aCapture().capture, start },
    advanced: () => {},
    now: () => '2026-11-21T10:00:03.000Z',
    outlived: async () => {},
  })
  const starting = recorder.start()

  await recorder.stop()
  written.resolve()
  await starting

  expect(starts).toBe(0)
  expect(recorder.view.get().state).toEqual({ name: 'idle' })
  expect(await kept.get(recorder.recording.id)).toMatchObject({ endedAt: '2026-11-21T10:00:03.000Z' })
})
