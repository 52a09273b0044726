import { v7 as newId } from 'uuid'
import type { ChunkEntry, Spool } from '../spool/spool.ts'
import { aRecording, slicesOf, wholeOf } from './worlds.ts'

/** The rules that every spool must meet. Each check gets a spool and throws if it breaks the rule; runs in Node and in a browser. */
export const spoolRules: { title: string; check: (spool: Spool) => Promise<void> }[] = [
  {
    title: 'gives back a recording as it was put in, changed where it was changed',
    async check(spool) {
      const recording = aRecording()
      await spool.create(recording)
      await spool.update(recording.id, { endedAt: '2026-11-21T10:00:09.000Z' })
      await Promise.all([
        spool.update(recording.id, { story: { speakers: ['Rosa'] } }),
        spool.update(recording.id, { story: { time: '10:00 AM' } }),
      ])

      const story = { ...recording.story, speakers: ['Rosa'], time: '10:00 AM' }
      same(await spool.get(recording.id), { ...recording, story, endedAt: '2026-11-21T10:00:09.000Z' })
      same((await spool.list()).filter(({ id }) => id === recording.id).length, 1)
    },
  },
  {
    title: 'makes nothing up about a recording that it does not have',
    async check(spool) {
      const id = newId()
      await spool.update(id, { endedAt: '2026-11-21T10:00:09.000Z' })

      same(await spool.get(id), null)
      same(await spool.extent(id), { slices: 0, endMs: 0, endByte: 0 })
      same(await spool.read(id, 0, 99, 1000), [])
      same(await spool.lastChunk(id), null)
    },
  },
  {
    title: 'gives slices back in order, byte for byte, and knows how far they reach',
    async check(spool) {
      const [id, slices] = [newId(), slicesOf([70_000, 1, 300, 81_234])]
      await spool.append(id, slices.slice(0, 3))
      await spool.append(id, slices.slice(3))

      const read = await spool.read(id, 0, Number.MAX_SAFE_INTEGER, 10_000_000)
      same([...wholeOf(read)], [...wholeOf(slices)])
      same(await spool.extent(id), { slices: 4, endMs: 1000, endByte: 151_535 })
    },
  },
  {
    title: 'reads no more than asked for, but at least one slice',
    async check(spool) {
      const id = newId()
      await spool.append(id, slicesOf([100, 100, 100, 100]))

      same((await spool.read(id, 0, 99, 250)).length, 2)
      same(
        (await spool.read(id, 1, 2, 10_000)).map(({ seq }) => seq),
        [1, 2],
      )
      same(
        (await spool.read(id, 2, 99, 1)).map(({ seq }) => seq),
        [2],
      )
    },
  },
  {
    title: 'keeps a slice that is a part of a larger buffer without the rest of it',
    async check(spool) {
      const id = newId()
      const large = new Uint8Array(1000).map((_, index) => index % 251)
      await spool.append(id, [{ seq: 0, bytes: large.subarray(10, 14), endMs: 250, endByte: 4 }])

      same([...wholeOf(await spool.read(id, 0, 0, 1000))], [10, 11, 12, 13])
    },
  },
  {
    title: 'keeps the recordings of a device apart',
    async check(spool) {
      const [one, other] = [newId(), newId()]
      await spool.append(one, slicesOf([10]))
      await spool.append(other, slicesOf([20, 20]))
      await spool.putChunk(aChunk(other, 0))

      same((await spool.extent(one)).endByte, 10)
      same(await spool.lastChunk(one), null)
    },
  },
  {
    title: 'remembers chunks, the last of them, and forgets those from an index on',
    async check(spool) {
      const id = newId()
      for (const index of [0, 1, 2]) await spool.putChunk(aChunk(id, index))

      same((await spool.lastChunk(id))?.index, 2)
      same([...((await spool.chunk(id, 1))?.hashState ?? [])], [1, 2, 3])
      await spool.dropChunksFrom(id, 1)
      same((await spool.lastChunk(id))?.index, 0)
      same(await spool.chunk(id, 1), null)
    },
  },
  {
    title: 'removes a recording, frees everything that belongs to it, and nothing else',
    async check(spool) {
      const [gone, kept] = [aRecording(), aRecording()]
      for (const recording of [gone, kept]) {
        await spool.create(recording)
        await spool.append(recording.id, slicesOf([10, 20]))
        await spool.putChunk(aChunk(recording.id, 0))
      }
      await spool.remove(gone.id)
      await spool.update(gone.id, { endedAt: '2026-11-21T10:00:09.000Z' })

      same(await spool.get(gone.id), null)
      same((await spool.list()).filter(({ id }) => id === gone.id || id === kept.id).length, 1)
      await spool.freeRemoved()
      same(await spool.get(gone.id), null)
      same((await spool.extent(gone.id)).slices, 0)
      same(await spool.lastChunk(gone.id), null)
      same((await spool.extent(kept.id)).slices, 2)
      same((await spool.lastChunk(kept.id))?.index, 0)
      same((await spool.get(kept.id))?.id, kept.id)
    },
  },
]

function aChunk(recordingId: string, index: number): ChunkEntry {
  const hashState = new Uint8Array([1, 2, 3])
  const sha256 = 'a'.repeat(64)
  return {
    recordingId,
    index,
    firstSeq: index,
    lastSeq: index,
    size: 1,
    endByte: 1,
    sha256,
    endMs: 250,
    hashState,
  }
}

function same(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`expected ${b?.slice(0, 400)}, got ${a?.slice(0, 400)}`)
}
