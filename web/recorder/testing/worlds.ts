import { v7 as newId } from 'uuid'
import type { Bytes } from '../hash.ts'
import type { Slice, Spool, SpoolRecording } from '../spool/spool.ts'

/** A recording as the studio would begin it, with the fields that a test wants changed. */
export function aRecording(different: Partial<SpoolRecording> = {}): SpoolRecording {
  const id = different.id ?? newId()
  return {
    id,
    remoteId: id,
    superseded: [],
    userId: 'b3b3b3b3-0000-4000-8000-000000000001',
    story: { id: newId(), title: 'The orchard', description: '', speakers: [], date: '', time: '' },
    part: 0,
    kind: 'video',
    mimeType: 'video/webm;codecs=vp9,opus',
    quality: 'low',
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: null,
    discardedAt: null,
    ...different,
  }
}

/** Slices of a quarter of a second each, of the given sizes. Every byte's value depends on its position. */
export function slicesOf(sizes: readonly number[]): Slice[] {
  let endByte = 0
  return sizes.map((size, seq) => {
    const bytes = new Uint8Array(size).map((_, offset) => (seq * 31 + offset * 7) % 251)
    endByte += size
    return { seq, bytes, endMs: (seq + 1) * 250, endByte }
  })
}

/** Puts a whole, ended recording into a spool and returns its bytes. */
export async function spoolWhole(spool: Spool, recording: SpoolRecording, slices: Slice[]): Promise<Bytes> {
  await spool.create({ ...recording, endedAt: '2026-11-21T10:05:00.000Z' })
  await spool.append(recording.id, slices)
  return wholeOf(slices)
}

export function wholeOf(slices: readonly Slice[]): Bytes {
  return new Uint8Array(slices.flatMap((slice) => [...slice.bytes]))
}
