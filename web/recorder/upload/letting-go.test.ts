import { v7 as newId } from 'uuid'
import { afterEach, expect, it } from 'vitest'
import type { RecordingStatus } from '#contract/recordings.ts'
import type { Spool } from '../spool/spool.ts'
import { createMemorySpool } from '../testing/memory-spool.ts'
import { type MisbehavingServer, startMisbehavingServer } from '../testing/misbehaving-server.ts'
import { aRecording, slicesOf, spoolWhole, wholeOf } from '../testing/worlds.ts'
import type { Bell } from './bell.ts'
import { UploadFailure, type UploadPort } from './upload.ts'
import { deliver, type UploadProgress } from './uploader.ts'

/** A bell that waits only until all other pending work has had a turn. */
const impatientBell: Bell = {
  ring: () => {},
  wait: () => new Promise((resolve) => setImmediate(() => resolve('silent'))),
}

let server: MisbehavingServer
afterEach(() => server.close())

async function delivered(
  id: string,
  spool: Spool,
  upload: UploadPort,
  signal = new AbortController().signal,
): Promise<UploadProgress | undefined> {
  const told: UploadProgress[] = []
  const ports = {
    ...{ spool, upload, newId, more: impatientBell, again: impatientBell },
    now: () => performance.now(),
    hasEnded: () => false,
    progress: (progress: UploadProgress) => void told.push(progress),
  }
  await deliver(id, ports, signal)
  return told.at(-1)
}

const storedAs = (id: string) =>
  new Uint8Array(Buffer.concat(server.recordings.get(id)?.chunks.map(({ bytes }) => bytes) ?? []))

/** A recorder that is behind by more than the wait for it hands over its last slices after it is taken to have stopped. */
it('lets go of nothing that reached the disk when the rest was on its way to be compared', async () => {
  server = await startMisbehavingServer()
  const [spool, recording] = [createMemorySpool(), aRecording()]
  const slices = slicesOf([300, 5, 70, 900])
  await spoolWhole(spool, recording, slices.slice(0, 3))
  let isLate = true
  const upload: UploadPort = {
    ...server.upload,
    complete: async (...how) => {
      const status = await server.upload.complete(...how)
      if (isLate) await spool.append(recording.id, slices.slice(3))
      isLate = false
      return status
    },
  }

  expect(await delivered(recording.id, spool, upload)).toMatchObject({ phase: 'safe', hasGap: false })
  const [again = ''] = server.recordings.keys()
  expect(storedAs(again)).toEqual(wholeOf(slices))
})

/** A spool that cannot read the second slice while `isFailing` returns true. */
function failing({ read, ...spool }: Spool, isFailing: () => boolean): Spool {
  return {
    ...spool,
    read: async (...how) => (await read(...how)).filter(({ seq }) => seq !== 1 || !isFailing()),
  }
}

it('sends the whole again where what could not be read when it was cut can be read by now, and leaves no second copy', async () => {
  server = await startMisbehavingServer()
  const [spool, recording] = [createMemorySpool(), aRecording()]
  const whole = await spoolWhole(spool, recording, slicesOf([300, 5, 70]))
  let isFailing = true
  const upload: UploadPort = {
    ...server.upload,
    complete: async (...how) => {
      isFailing = false
      return server.upload.complete(...how)
    },
  }

  const told = await delivered(
    recording.id,
    failing(spool, () => isFailing),
    upload,
  )

  expect(told).toMatchObject({ phase: 'safe', hasGap: false })
  const [again = '', ...others] = server.recordings.keys()
  expect([again === recording.id, others]).toEqual([false, []])
  expect(storedAs(again)).toEqual(whole)
})

it('lets go of what was kept all around a moment that can be read no more, and tells of that', async () => {
  server = await startMisbehavingServer()
  const [spool, recording] = [createMemorySpool(), aRecording()]
  await spoolWhole(spool, recording, slicesOf([300, 5, 70]))

  const told = await delivered(
    recording.id,
    failing(spool, () => true),
    server.upload,
  )

  expect(told).toMatchObject({ phase: 'safe', hasGap: true })
  expect(storedAs(recording.id)).toHaveLength(370)
  expect(await spool.get(recording.id)).toBeNull()
})

it('leaves at the server what was damaged there, where the device can no longer give it anew, and sends what it has beside it', async () => {
  server = await startMisbehavingServer()
  server.faults.push('flip')
  const [spool, recording] = [createMemorySpool(), aRecording()]
  const slices = slicesOf([300, 5, 70])
  await spoolWhole(spool, recording, slices)
  let isFailing = false
  const upload: UploadPort = {
    ...server.upload,
    complete: async (...how) => {
      isFailing = true
      return server.upload.complete(...how)
    },
  }

  const told = await delivered(
    recording.id,
    failing(spool, () => isFailing),
    upload,
  )

  expect(told).toMatchObject({ phase: 'safe', hasGap: true })
  const [damaged = '', again = ''] = [...server.recordings.keys()]
  expect([damaged, storedAs(damaged).length]).toEqual([recording.id, 375])
  expect(storedAs(again)).toEqual(wholeOf(slices.filter(({ seq }) => seq !== 1)))
})

it('ends for the server, too, what the server had ended for want of news although all of it had come', async () => {
  server = await startMisbehavingServer()
  const [spool, recording] = [createMemorySpool(), aRecording()]
  await spoolWhole(spool, recording, slicesOf([300, 5, 70]))
  const page = new AbortController()
  const closing: UploadPort = {
    ...server.upload,
    complete: async () => {
      page.abort()
      throw new UploadFailure('offline')
    },
  }
  await expect(delivered(recording.id, spool, closing, page.signal)).rejects.toThrow()
  Object.assign(server.recordings.get(recording.id) ?? {}, { state: 'safe' })
  const ended: string[] = []
  const upload: UploadPort = {
    ...server.upload,
    complete: async (completion, signal) => {
      ended.push(completion.id)
      return server.upload.complete(completion, signal)
    },
  }

  expect(await delivered(recording.id, spool, upload)).toMatchObject({ phase: 'safe' })
  expect(ended).toEqual([recording.id])
})

it('lets go of nothing that was given another story while copies that were given up are looked at', async () => {
  server = await startMisbehavingServer()
  const [spool, givenUp, elsewhere] = [createMemorySpool(), newId(), newId()]
  const recording = aRecording({ superseded: [givenUp] })
  const whole = await spoolWhole(spool, recording, slicesOf([300, 5, 70]))
  const upload: UploadPort = {
    ...server.upload,
    status: async (id, signal) => {
      if (id === givenUp) await spool.update(recording.id, { remoteId: elsewhere })
      return server.upload.status(id, signal)
    },
  }

  await delivered(recording.id, spool, upload)

  expect(storedAs(elsewhere)).toEqual(whole)
})

it('throws away at the server what was begun there, and in which nothing came', async () => {
  server = await startMisbehavingServer()
  const [spool, recording] = [createMemorySpool(), aRecording()]
  await spool.create(recording)
  const done = delivered(recording.id, spool, server.upload)
  await expect.poll(() => server.recordings.has(recording.id)).toBe(true)

  await spool.update(recording.id, { endedAt: '2026-11-21T10:05:00.000Z' })

  expect(await done).toMatchObject({ phase: 'empty' })
  expect(server.recordings.size).toBe(0)
})

it('blames the device for nothing where a recording ended before anything came', async () => {
  server = await startMisbehavingServer()
  const [spool, recording, told] = [createMemorySpool(), aRecording(), [] as UploadProgress[]]
  await spool.create(recording)
  const ports = {
    ...{ spool, upload: server.upload, newId, more: impatientBell, again: impatientBell },
    now: () => performance.now(),
    hasEnded: () => false,
    progress: (progress: UploadProgress) => void told.push(progress),
  }
  const done = deliver(recording.id, ports, new AbortController().signal)
  await expect.poll(() => server.recordings.has(recording.id)).toBe(true)

  await spool.update(recording.id, { endedAt: '2026-11-21T10:05:00.000Z' })
  await done

  expect(told.at(-1)?.phase).toBe('empty')
  expect(told.map(({ problem }) => problem).filter((problem) => problem !== null)).toEqual([])
})

it('sends a few copies where the server always comes to hold something else, then says so and keeps all', async () => {
  server = await startMisbehavingServer()
  const [spool, recording, ended] = [createMemorySpool(), aRecording(), new AbortController()]
  await spoolWhole(spool, recording, slicesOf([300, 5, 70]))
  const other = async (status: Promise<RecordingStatus>) => ({ ...(await status), sha256: '0'.repeat(64) })
  const upload: UploadPort = {
    ...server.upload,
    start: (...how) => other(server.upload.start(...how)),
    complete: (...how) => other(server.upload.complete(...how)),
    status: (...how) => other(server.upload.status(...how)),
  }
  let attempts = 0
  const told: UploadProgress[] = []
  const again: Bell = {
    ring: () => {},
    wait: async (ms, signal) => {
      attempts += 1
      return impatientBell.wait(ms, signal)
    },
  }
  const done = deliver(
    recording.id,
    {
      ...{ spool, upload, newId, again, more: impatientBell },
      now: () => performance.now(),
      hasEnded: () => false,
      progress: (progress) => void told.push(progress),
    },
    ended.signal,
  )

  await expect.poll(() => attempts).toBeGreaterThan(6)
  ended.abort()
  await expect(done).rejects.toThrow()

  expect(told.at(-1)?.problem).toBe('refused')
  expect(server.recordings.size).toBe(4)
  expect(await spool.extent(recording.id)).toMatchObject({ slices: 3 })
})

it('keeps what was thrown away until the server has thrown it away too, or says that it does not have it', async () => {
  server = await startMisbehavingServer()
  const [spool, recording, unknown] = [createMemorySpool(), aRecording(), aRecording()]
  const discardedAt = '2026-11-21T10:06:00.000Z'
  for (const each of [recording, unknown]) await spoolWhole(spool, { ...each, discardedAt }, slicesOf([300]))
  server.recordings.set(recording.id, { storyId: recording.story.id, chunks: [], state: 'receiving' })
  let asked = 0
  const upload: UploadPort = {
    ...server.upload,
    discard: async (...how) => {
      asked += 1
      if (asked === 1) throw new UploadFailure('offline')
      expect(await spool.get(how[0])).not.toBeNull()
      await server.upload.discard(...how)
    },
  }

  expect(await delivered(recording.id, spool, upload)).toMatchObject({ phase: 'discarded' })
  expect(asked).toBe(2)
  expect([...server.recordings.keys()]).toEqual([])
  expect(await delivered(unknown.id, spool, upload)).toMatchObject({ phase: 'discarded' })
  expect(asked).toBe(3)
})

it('says what it knows of the story of a recording that is thrown away, and that nobody asked for an empty one to go', async () => {
  server = await startMisbehavingServer()
  const [spool, empty] = [createMemorySpool(), aRecording()]
  const thrown = aRecording({ discardedAt: '2026-11-21T10:06:00.000Z' })
  for (const recording of [empty, thrown]) await spoolWhole(spool, recording, [])
  const asked: unknown[] = []
  const upload: UploadPort = { ...server.upload, discard: async (id, how) => void asked.push({ id, ...how }) }
  server.recordings.set(empty.id, { storyId: empty.story.id, chunks: [], state: 'receiving' })

  for (const { id } of [empty, thrown]) await delivered(id, spool, upload)

  expect(asked).toEqual([
    { id: empty.id, isAsked: false },
    { id: thrown.id, story: thrown.story },
  ])
})

it.each([
  ['the copy at the server', (id: string) => ({ id })],
  ['an earlier copy at the server', (superseded: string) => ({ superseded: [superseded] })],
])('tells whoever threw a recording away where %s had ended, and so stays in the story', async (_, given) => {
  server = await startMisbehavingServer()
  const [spool, ended] = [createMemorySpool(), newId()]
  const recording = aRecording({ ...given(ended), discardedAt: '2026-11-21T10:06:00.000Z' })
  await spoolWhole(spool, recording, slicesOf([300]))
  server.recordings.set(ended, { storyId: recording.story.id, chunks: [], state: 'ready' })

  expect(await delivered(recording.id, spool, server.upload)).toMatchObject({ phase: 'stays' })

  expect([...server.recordings.keys()]).toEqual([ended])
  expect(await spool.list()).toEqual([])
})

it('leaves a shorter copy at the server that may hold the moment which the device can read no more', async () => {
  server = await startMisbehavingServer()
  const [spool, superseded] = [createMemorySpool(), newId()]
  const recording = aRecording({ superseded: [superseded] })
  const slices = slicesOf([300, 5, 70])
  await spoolWhole(spool, recording, slices)
  const bytes = Buffer.from(wholeOf(slices.slice(0, 2)))
  const chunks = [{ bytes, sha256: '' }]
  server.recordings.set(superseded, { storyId: recording.story.id, chunks, state: 'receiving' })

  const told = await delivered(
    recording.id,
    failing(spool, () => true),
    server.upload,
  )

  expect(told).toMatchObject({ phase: 'safe', hasGap: true })
  expect(storedAs(superseded)).toHaveLength(305)
})
