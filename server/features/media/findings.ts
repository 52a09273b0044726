import { open } from 'node:fs/promises'
import type { FileFinding, MediaKind } from '#contract/media.ts'
import { asWorker } from '../../db/actor.ts'
import type { Probe } from '../../media/media-tool.ts'
import type { Services } from '../../services.ts'

/** The last pages, the index and the trailer of a PDF stand at its end. */
const PDF_END_BYTES = 256 * 1024
/** A film lacks its end if the length it claims exceeds the length that could be copied by more than this. */
const TORN = { shareBelow: 0.9, leastMs: 2_000 }

/** Judges a PDF by its end: whether it is complete, and whether it is encrypted. */
export async function documentFinding(path: string): Promise<FileFinding | null> {
  const end = await endOf(path, PDF_END_BYTES)
  if (/\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(end)) return 'protected'
  return end.includes('startxref') && end.slice(-2_048).includes('%%EOF') ? null : 'incomplete'
}

async function endOf(path: string, most: number): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, most)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('latin1')
  } finally {
    await file.close()
  }
}

/** The finding about a film or a sound that could be opened; null when there is none. */
export function filmFinding(
  { kind }: { kind: MediaKind },
  probe: Probe,
  copied: { durationMs: number | null } | null,
): FileFinding | null {
  const [promised, found] = [probe.durationMs, copied?.durationMs ?? null]
  const isTorn =
    promised !== null &&
    found !== null &&
    promised - found > TORN.leastMs &&
    found < promised * TORN.shareBelow
  if (isTorn) return 'incomplete'
  if (!probe.video && !probe.audio) return 'unreadable'
  return kind === 'video' && probe.video && !probe.audio ? 'silent' : null
}

/** Why a picture could not be drawn: HEIC is a licensed format that browsers and this server leave out. */
export function pictureFinding(mimeType: string): FileFinding {
  return mimeType === 'image/heic' || mimeType === 'image/heif' ? 'no_preview' : 'unreadable'
}

type Examined = { services: Pick<Services, 'db'>; userId: string; mediaId: string }

/** Records a finding while the file is still being examined. */
export async function tellFinding({ services, userId, mediaId }: Examined, finding: FileFinding) {
  await asWorker(services.db, userId, (tx) =>
    tx
      .updateTable('media')
      .set({ finding })
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .execute(),
  )
}

/** Records that a file has been examined, and the finding, if any. */
export async function writeFinding({ services, userId, mediaId }: Examined, finding: FileFinding | null) {
  await asWorker(services.db, userId, (tx) =>
    tx
      .updateTable('media')
      .set({ finding, examined_at: new Date() })
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .execute(),
  )
}

/** Records that a file has been examined as far as that was possible; what was found until then stays. */
export async function markExamined({ services, userId, mediaId }: Examined): Promise<void> {
  await asWorker(services.db, userId, (tx) =>
    tx
      .updateTable('media')
      .set({ examined_at: new Date() })
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .execute(),
  )
}
