import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { afterEach, describe, expect, it } from 'vitest'
import { SpoolFailure } from '../failures.ts'
import { rememberChanges } from '../spool/remember-changes.ts'
import type { Slice, Spool, SpoolRecording } from '../spool/spool.ts'
import { createMemorySpool } from '../testing/memory-spool.ts'
import {
  type Fault,
  faults,
  type MisbehavingServer,
  startMisbehavingServer,
} from '../testing/misbehaving-server.ts'
import { aRecording, slicesOf, spoolWhole, wholeOf } from '../testing/worlds.ts'
import type { Bell } from './bell.ts'
import { createBell } from './bell.ts'
import { UploadFailure, type UploadPort } from './upload.ts'
import { deliver, type UploadProgress } from './uploader.ts'

/** A bell that waits only until all other pending work has had a turn. */
const impatientBell: Bell = {
  ring: () => {},
  wait: () => new Promise((resolve) => setImmediate(() => resolve('silent'))),
}

const servers: MisbehavingServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function aServer(...wrong: Fault[]): Promise<MisbehavingServer> {
  const server = await startMisbehavingServer()
  server.faults.push(...wrong)
  servers.push(server)
  return server
}

function delivering(id: string, spool: Spool, upload: UploadPort, signal = new AbortController().signal) {
  const { told, ports } = deliveringPorts(spool, upload)
  return { told, done: deliver(id, ports, signal) }
}

function deliveringPorts(spool: Spool, upload: UploadPort) {
  const told: UploadProgress[] = []
  const ports = {
    spool,
    upload,
    more: impatientBell,
    again: impatientBell,
    newId,
    now: () => performance.now(),
    hasEnded: () => false,
    progress: (progress: UploadProgress) => void told.push(progress),
  }
  return { told, ports }
}

function storedBytes(server: MisbehavingServer): Uint8Array[] {
  return [...server.recordings.values()].map(
    ({ chunks }) => new Uint8Array(Buffer.concat(chunks.map((c) => c.bytes))),
  )
}

const aChunk = (size: number) => {
  const bytes = Buffer.alloc(size, 7)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

describe('deliver', () => {
  it.each([true, false])('tells the server whether it is to be transcribed: %s', async (transcribe) => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), { ...aRecording(), transcribe }]
    await spoolWhole(spool, recording, slicesOf([300]))
    const asked: unknown[] = []
    const upload: UploadPort = {
      ...server.upload,
      start: (start, signal) => {
        asked.push(start.transcribe)
        return server.upload.start(start, signal)
      },
    }

    await delivering(recording.id, spool, upload).done

    expect(asked).toEqual([transcribe])
  })

  it('dates by the server’s clock, once, what was dated before any server had told the time', async () => {
    const [server, spool, recording] = [
      await aServer('drop'),
      createMemorySpool(),
      aRecording({ isUntold: true }),
    ]
    await spoolWhole(spool, recording, slicesOf([300]))
    const startedAt = '2026-11-24T10:00:00.000Z'
    const asked: string[] = []
    const upload: UploadPort = {
      ...server.upload,
      start: (start, signal) => {
        asked.push(start.startedAt)
        return server.upload.start(start, signal)
      },
    }
    let dated = 0
    const { ports } = deliveringPorts(spool, upload)
    const told = async ({ story }: SpoolRecording) => {
      dated += 1
      return { startedAt, story }
    }
    await deliver(recording.id, { ...ports, dated: told }, new AbortController().signal)

    expect(new Set(asked)).toEqual(new Set([startedAt]))
    expect(dated).toBe(1)
  })

  it('throws nothing away at the server because the device can no longer read what it kept', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const slices = slicesOf([300, 5, 70, 900, 10, 20])
    await spool.create(recording)
    await spool.append(recording.id, slices)
    const broken = new AbortController()
    const begun = delivering(recording.id, spool, server.upload, broken.signal)
    await expect.poll(() => storedBytes(server)).toEqual([wholeOf(slices)])
    broken.abort()
    await begun.done.catch(() => undefined)

    await spool.update(recording.id, { endedAt: '2026-11-21T10:05:00.000Z' })
    const unreadable: Spool = {
      ...spool,
      extent: async () => ({ slices: 0, endMs: 0, endByte: 0 }),
      read: async () => [],
    }
    await delivering(recording.id, unreadable, server.upload).done

    expect(storedBytes(server)).toEqual([wholeOf(slices)])
  })

  it('throws nothing away, here or at the server, where nothing of what is kept can be read just now', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([300, 5, 70]))
    let isReadable = false
    const moody: Spool = {
      ...spool,
      extent: async (id) => ({
        ...(await spool.extent(id)),
        ...(isReadable ? {} : { endMs: 0, endByte: 0 }),
      }),
      read: async (...how) => (isReadable ? spool.read(...how) : []),
    }

    const { told, done } = delivering(recording.id, moody, server.upload)
    await expect.poll(() => told.at(-1)?.problem).toBe('device')
    expect(await spool.get(recording.id)).not.toBeNull()
    isReadable = true
    await done

    expect(storedBytes(server)).toEqual([whole])
    expect(told.at(-1)).toMatchObject({ phase: 'safe', hasGap: false })
  })

  it('tells that something is missing also where it was the end', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const slices = slicesOf([300, 5, 70])
    await spoolWhole(spool, recording, slices)
    const withoutEnd: Spool = {
      ...spool,
      extent: async () => ({ slices: 3, endMs: slices[1]?.endMs ?? 0, endByte: 305 }),
      read: async (...how) => (await spool.read(...how)).filter(({ seq }) => seq < 2),
    }

    const { told, done } = delivering(recording.id, withoutEnd, server.upload)
    await done

    expect(storedBytes(server)).toEqual([wholeOf(slices.slice(0, 2))])
    expect(told.at(-1)).toMatchObject({ phase: 'safe', hasGap: true })
  })

  it('brings all from a disk that takes nothing more, also what an earlier page had cut and could not write down', async () => {
    const [server, disk, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const slices = slicesOf([300, 5, 70, 900, 10, 20])
    await disk.create(recording)
    await disk.append(recording.id, slices)
    const refuse = async () => {
      throw new SpoolFailure('device-full')
    }
    const aPage = () => rememberChanges({ ...disk, putChunk: refuse, update: refuse })
    const first = new AbortController()
    const begun = delivering(recording.id, aPage(), server.upload, first.signal)
    await expect.poll(() => storedBytes(server)).toEqual([wholeOf(slices)])
    first.abort()
    await begun.done.catch(() => undefined)

    const later = aPage()
    await later.update(recording.id, { endedAt: '2026-11-21T10:05:00.000Z' })
    await delivering(recording.id, later, server.upload).done

    expect(storedBytes(server)).toEqual([wholeOf(slices)])
    expect(await disk.get(recording.id)).toBeNull()
  })

  it('goes on where the server is when a chunk got through after all, that was cut anew because the line broke over it', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([300, 5, 70, 900, 10, 20]))
    const sizes: number[] = []
    let late: Parameters<UploadPort['putChunk']>[1] | null = null
    const upload: UploadPort = {
      ...server.upload,
      putChunk: async (id, chunk, signal) => {
        sizes.push(chunk.bytes.length)
        if (sizes.length <= 2) {
          late = chunk
          throw new UploadFailure('offline')
        }
        if (late !== null) await server.upload.putChunk(id, late, signal)
        late = null
        return server.upload.putChunk(id, chunk, signal)
      },
    }

    await delivering(recording.id, spool, upload).done

    expect(sizes.slice(0, 2)).toEqual([whole.length, whole.length])
    expect(sizes[2]).toBeLessThan(whole.length)
    expect([...server.recordings.keys()]).toEqual([recording.id])
    expect(storedBytes(server)).toEqual([whole])
  })

  it('goes on when the device’s own store fails for a while, and says so meanwhile', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([300, 5, 70]))
    let failing = 6
    const failingAtFirst = async <T>(work: () => Promise<T>): Promise<T> => {
      failing -= 1
      if (failing >= 0) throw new SpoolFailure('device-storage')
      return work()
    }
    const moody: Spool = {
      ...spool,
      get: (id) => failingAtFirst(() => spool.get(id)),
      lastChunk: (id) => failingAtFirst(() => spool.lastChunk(id)),
      remove: (id) => failingAtFirst(() => spool.remove(id)),
    }

    const { done, told } = delivering(recording.id, moody, server.upload)
    await done

    expect(storedBytes(server)).toEqual([whole])
    expect(told.map(({ problem }) => problem)).toContain('device')
    expect(told.at(-1)).toMatchObject({ phase: 'safe', problem: null })
    expect(await spool.get(recording.id)).toBeNull()
  })

  it('brings every byte to the server, then frees the spool', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([300, 5, 70, 9000]))

    const { done, told } = delivering(recording.id, spool, server.upload)
    await done

    expect(storedBytes(server)).toEqual([whole])
    expect(await spool.list()).toEqual([])
    expect(told.at(-1)).toEqual({ phase: 'safe', sentMs: 1000, problem: null, hasGap: false })
  })

  it('tells that something is missing where the device could not give a slice back, and brings all others', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const slices = slicesOf([300, 5, 70, 900])
    await spoolWhole(spool, recording, slices)
    const without: Spool = {
      ...spool,
      read: async (...how) => (await spool.read(...how)).filter(({ seq }) => seq !== 1),
    }

    const { done, told } = delivering(recording.id, without, server.upload)
    await done

    expect(storedBytes(server)).toEqual([wholeOf(slices.filter(({ seq }) => seq !== 1))])
    expect(told.at(-1)).toMatchObject({ phase: 'safe', hasGap: true })
  })

  it('sends a second at a time while the recording goes on, and the rest when it has ended', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const slices = slicesOf([10, 20, 30, 40, 50, 60])
    await spool.create(recording)
    const more = createBell()
    const sent: number[] = []
    const progress = ({ sentMs }: UploadProgress) => {
      if (sentMs !== sent.at(-1)) sent.push(sentMs)
    }
    const ports = {
      spool,
      upload: server.upload,
      more,
      again: createBell(),
      newId,
      now: () => 0,
      hasEnded: () => false,
      progress,
    }
    const done = deliver(recording.id, ports, new AbortController().signal)

    await spool.append(recording.id, slices.slice(0, 5))
    more.ring()
    await expect.poll(() => sent.at(-1)).toBe(1250)
    await spool.append(recording.id, slices.slice(5))
    more.ring()
    await spool.update(recording.id, { endedAt: '2026-11-21T10:00:02.000Z' })
    more.ring()
    await done

    expect(sent).toEqual([0, 1250, 1500])
    expect(storedBytes(server)).toEqual([wholeOf(slices)])
  })

  it('does not believe a receipt that names other bytes', async () => {
    const [server, spool, recording] = [await aServer('lie'), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 100]))

    const { done, told } = delivering(recording.id, spool, server.upload)
    await done

    expect(told.some(({ problem }) => problem === 'server')).toBe(true)
    expect(storedBytes(server)).toEqual([whole])
    expect(server.puts).toHaveLength(2)
  })

  it('finds out about a receipt for bytes that were not kept, and sends them again', async () => {
    const [server, spool, recording] = [await aServer('forget', 'forget'), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 100]))

    await delivering(recording.id, spool, server.upload).done

    expect(storedBytes(server)).toEqual([whole])
  })

  it('sends exactly the same bytes again when the connection broke after they arrived', async () => {
    const [server, spool, recording] = [await aServer('drop-after'), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 100]))

    await delivering(recording.id, spool, server.upload).done

    expect(storedBytes(server)).toEqual([whole])
  })

  it('cuts smaller chunks when something on the way refuses large ones', async () => {
    const [server, spool, recording] = [await aServer('413', '413'), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([1000, 1000, 1000, 1000]))

    await delivering(recording.id, spool, server.upload).done

    expect(server.puts.slice(0, 3).map(({ bytes }) => bytes.length)).toEqual([4000, 2000, 1000])
    expect(storedBytes(server)).toEqual([whole])
  })

  it('sends a chunk again that the server found damaged in its storage', async () => {
    const [server, spool, recording] = [await aServer('flip'), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 100]))

    await delivering(recording.id, spool, server.upload).done

    expect(storedBytes(server)).toEqual([whole])
    expect(server.puts.map(({ index }) => index)).toEqual([0, 0])
  })

  it('sends the whole under a new id when the server holds other bytes than ours', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 100]))
    const other = { bytes: Buffer.from('other'), sha256: 'f'.repeat(64) }
    server.recordings.set(recording.id, { storyId: recording.story.id, chunks: [other], state: 'receiving' })

    await delivering(recording.id, spool, server.upload).done

    expect(storedBytes(server)).toEqual([whole])
    expect(server.recordings.has(recording.id)).toBe(false)
    expect(server.puts.map(({ id }) => id)).not.toContain(recording.id)
  })

  it('sends all again when the server has re-read something else than we hold, and frees nothing before', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 100]))
    let lies = 1
    const upload: UploadPort = {
      ...server.upload,
      status: async (id, signal) => {
        const status = await server.upload.status(id, signal)
        lies -= 1
        expect(await spool.extent(recording.id)).toMatchObject({ slices: 2 })
        return lies >= 0 ? { ...status, sha256: '0'.repeat(64) } : status
      },
      complete: async (completion, signal) => {
        await server.upload.complete(completion, signal)
        return { ...(await server.upload.status(completion.id, signal)), state: 'verifying' }
      },
    }

    await delivering(recording.id, spool, upload).done

    expect(storedBytes(server)).toEqual([whole])
    expect(await spool.list()).toEqual([])
  })

  it('keeps the spool and says why while the plan has no room', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    await spoolWhole(spool, recording, slicesOf([100]))
    const full: UploadPort = {
      ...server.upload,
      putChunk: async () => {
        throw new UploadFailure('storage-limit')
      },
    }
    const ended = new AbortController()
    const { done, told } = delivering(recording.id, spool, full, ended.signal)

    await expect.poll(() => told.at(-1)?.problem).toBe('storage-limit')
    ended.abort()
    await expect(done).rejects.toThrow()
    expect(await spool.extent(recording.id)).toEqual({ slices: 1, endMs: 250, endByte: 100 })
  })

  it('throws away at the server what turned out to hold nothing', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    await spoolWhole(spool, recording, [])

    const { done, told } = delivering(recording.id, spool, server.upload)
    await done

    expect(told.at(-1)?.phase).toBe('empty')
    expect(await spool.list()).toEqual([])
  })

  it.each(['receiving', 'ready'] as const)(
    'leaves at the server what it has, %s, where the device has lost all but that there was a recording',
    async (state) => {
      const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
      await spoolWhole(spool, recording, [])
      server.recordings.set(recording.id, { storyId: recording.story.id, chunks: [aChunk(300)], state })
      const discarded: string[] = []
      const upload = { ...server.upload, discard: async (id: string) => void discarded.push(id) }

      await delivering(recording.id, spool, upload).done

      expect(discarded).toEqual([])
      expect(await spool.list()).toEqual([])
    },
  )

  it.each([
    ['could not read a slice in the middle of what it kept', [1]],
    ['lost the last of what it kept', [1, 2]],
  ])('leaves an earlier copy at the server where the device %s', async (_, lost: number[]) => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    await spoolWhole(spool, recording, slicesOf([100, 900, 100]))
    const left = async (slices: Promise<Slice[]>) => (await slices).filter(({ seq }) => !lost.includes(seq))
    const damaged: Spool = {
      ...spool,
      extent: async (id) => {
        const { slices } = await spool.extent(id)
        const last = (await left(spool.read(id, 0, 99, 9_999))).at(-1)
        return { slices, endMs: last?.endMs ?? 0, endByte: last?.endByte ?? 0 }
      },
      read: (...how) => left(spool.read(...how)),
    }
    const chunks = [aChunk(1_000)]
    server.recordings.set(recording.id, { storyId: recording.story.id, chunks, state: 'receiving' })

    await delivering(recording.id, damaged, server.upload).done

    expect(server.recordings.get(recording.id)?.chunks).toEqual(chunks)
    expect(server.recordings.size).toBe(2)
  })

  it('takes all of a recording to its new story that it was given while it was being sent', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 200, 300]))
    const change = { remoteId: newId(), story: { ...recording.story, id: newId() } }
    const upload: UploadPort = {
      ...server.upload,
      complete: async (completion, signal) => {
        if (completion.id === recording.id) await spool.update(recording.id, change)
        return server.upload.complete(completion, signal)
      },
    }

    await delivering(recording.id, spool, upload).done

    expect(server.recordings.get(change.remoteId)?.storyId).toBe(change.story.id)
    expect(storedBytes(server)).toEqual([whole, whole])
    expect(await spool.list()).toEqual([])
  })

  it('sends nothing more to the story that a recording goes to no longer', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const slices = slicesOf([100, 200, 300])
    await spoolWhole(spool, recording, slices.slice(0, 1))
    const change = { remoteId: newId(), story: { ...recording.story, id: newId() } }
    let isFirst = true
    const upload: UploadPort = {
      ...server.upload,
      putChunk: async (...chunk) => {
        if (isFirst)
          await Promise.all([spool.update(recording.id, change), spool.append(recording.id, slices.slice(1))])
        isFirst = false
        return server.upload.putChunk(...chunk)
      },
    }

    await delivering(recording.id, spool, upload).done

    expect(storedBytes(server)).toEqual([wholeOf(slices.slice(0, 1)), wholeOf(slices)])
  })

  it('throws away at the server what was thrown away while it was being sent', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    await spoolWhole(spool, recording, slicesOf([100, 200, 300]))
    const upload: UploadPort = {
      ...server.upload,
      putChunk: async (...chunk) => {
        await spool.update(recording.id, { discardedAt: '2026-11-21T10:06:00.000Z' })
        return server.upload.putChunk(...chunk)
      },
    }

    const { done, told } = delivering(recording.id, spool, upload)
    await done

    expect(told.at(-1)?.phase).toBe('discarded')
    expect(storedBytes(server)).toEqual([])
  })

  it('goes on with a recording that the server had ended for want of news', async () => {
    const [server, spool, recording] = [await aServer(), createMemorySpool(), aRecording()]
    const whole = await spoolWhole(spool, recording, slicesOf([100, 100]))
    const upload: UploadPort = {
      ...server.upload,
      start: async (start, signal) => ({ ...(await server.upload.start(start, signal)), state: 'ready' }),
    }

    await delivering(recording.id, spool, upload).done

    expect(storedBytes(server)).toEqual([whole])
  })

  it('ends with the same bytes after any sequence of failures and killed pages', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 24 })
    const troubles = fc.array(fc.constantFrom(...faults), { maxLength: 12 })
    const kills = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 })

    await fc.assert(
      fc.asyncProperty(sizes, troubles, kills, async (slices, wrong, killedAfter) => {
        const [server, spool, recording] = [await aServer(...wrong), createMemorySpool(), aRecording()]
        const whole = await spoolWhole(spool, recording, slicesOf(slices))

        for (const puts of killedAfter) await killedAt(puts, recording.id, spool, server)
        await delivering(recording.id, spool, server.upload).done

        expect(storedBytes(server)).toEqual([whole])
        expect(await spool.list()).toEqual([])
        await server.close()
      }),
      { numRuns: 60 },
    )
  })
})

/** Runs a page that dies at its nth request, whichever request that is. */
async function killedAt(
  requests: number,
  id: string,
  spool: Spool,
  server: MisbehavingServer,
): Promise<void> {
  const page = new AbortController()
  let left = requests
  const dying = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => {
      left -= 1
      if (left <= 0) page.abort()
      return call(...args)
    }
  }
  const { start, status, putChunk, complete, discard } = server.upload
  const upload: UploadPort = {
    start: dying(start),
    status: dying(status),
    putChunk: dying(putChunk),
    complete: dying(complete),
    discard: dying(discard),
  }
  await delivering(id, spool, upload, page.signal).done.catch(() => undefined)
}
