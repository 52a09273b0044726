import { stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { type FileFinding, type MediaKind, type MediaRole, mediaKind } from '#contract/media.ts'
import { asWorker } from '../../db/actor.ts'
import type { Log } from '../../log.ts'
import { drawPicture, PICTURE_TYPE, TooManyPixels } from '../../media/image.ts'
import { MediaError, type MediaTool, type Probe } from '../../media/media-tool.ts'
import { playbackContainer, playbackMimeType, unplayedInMp4 } from '../../media/playback-container.ts'
import type { Services } from '../../services.ts'
import { withLocalFile, withWorkFile } from '../../storage/local-file.ts'
import { documentFinding, filmFinding, pictureFinding, tellFinding, writeFinding } from './findings.ts'
import { binBefore, removeBinned, takeOutOfBin } from './media.jobs.ts'

/** At what point of a film its poster is taken: early, but after the moment in which the camera starts. */
const POSTER_AT = { share: 0.1, mostMs: 10_000 }

export type DeriveWork = {
  services: Pick<Services, 'db' | 'storage'>
  tool: MediaTool
  userId: string
  mediaId: string
  signal: AbortSignal
  log: Log
  /** Whether a film that has to be drawn anew, which takes as long as a tape lasts, is left to somebody else. */
  leavesEncoding?: boolean
}

/** Thrown where all that is quick is done, and the film has yet to be drawn anew. */
export class EncodingLeft extends Error {}

type Source = {
  storageKey: string
  sizeBytes: number
  kind: MediaKind
  mimeType: string
  /** What an earlier run found, if there was one. */
  finding: string | null
}
type DerivedRole = Exclude<MediaRole, 'original'>

/**
 * Makes what is missing beside an original: the copy that seeks, the poster and the waveform; and notes its length and
 * dimensions. What is there already is left alone, so that the work may be interrupted anywhere and started again.
 * @returns whether the file can be played as well as it should
 * @throws MediaError ABORTED, or TOOL_FAILED or DISK_FULL where another try may succeed; EncodingLeft
 */
export async function deriveCopies(work: DeriveWork): Promise<'ready' | 'failed'> {
  const source = await loadSource(work)
  if (!source) return 'ready'

  return withLocalFile(work.services.storage, source.storageKey, async (path) => {
    const { outcome, finding } = await deriveFrom(work, source, path)
    await writeFinding(work, finding)
    return outcome
  })
}

type Derived = { outcome: 'ready' | 'failed'; finding: FileFinding | null }

async function deriveFrom(work: DeriveWork, source: Source, path: string): Promise<Derived> {
  switch (source.kind) {
    case 'document':
      return { outcome: 'ready', finding: await documentFinding(path) }
    case 'image':
      return derivePicture(work, source, path)
    default:
      return deriveFilm(work, source, path)
  }
}

async function deriveFilm(work: DeriveWork, source: Source, original: string): Promise<Derived> {
  const { tool, signal } = work
  const probe = await unlessUnreadable(work, () => tool.probe(original, { signal }))
  if (!probe) return { outcome: 'failed', finding: 'unreadable' }

  // Known before any copy is made, which takes half a dozen programs, so the finding is shown at once.
  if (filmFinding(source, probe, null) === 'silent') await tellFinding(work, 'silent')
  // A page that waits for the copy can show a picture meanwhile.
  if (probe.durationMs !== null) await makePoster(work, source, original, probe, probe.durationMs)
  if (work.leavesEncoding && playbackContainer(probe) === 'mp4' && unplayedInMp4(probe).picture) {
    await writeFindings(work, probe)
    await makePeaks(work, source, original, probe)
    throw new EncodingLeft('the film has to be drawn anew')
  }
  const copied = await makePlayback(work, source, original, probe)
  const length = copied?.durationMs ?? probe.durationMs
  await writeFindings(work, { ...probe, durationMs: length })
  const best = copied ? work.services.storage.localPath(copied.key) : null
  await makePoster(work, source, best ?? original, probe, length)
  await makePeaks(work, source, original, probe)
  return {
    outcome: copied || playbackContainer(probe) === null ? 'ready' : 'failed',
    finding: filmFinding(source, probe, copied),
  }
}

async function makePlayback(work: DeriveWork, source: Source, original: string, probe: Probe) {
  const container = playbackContainer(probe)
  if (!container) return null

  const key = keyOf(work, source, 'playback')
  const made = await unlessUnreadable(work, () =>
    makeOnce(
      work,
      source,
      'playback',
      playbackMimeType(container, probe),
      probe.video ? 'video' : 'audio',
      (path) => work.tool.seekableCopy(original, path, container, work).then(() => true),
    ),
  )
  if (!made) return null
  const copy = await withLocalFile(work.services.storage, key, (path) => work.tool.probe(path, work))
  return { key, durationMs: copy.durationMs }
}

/** The screens do without a poster or a waveform, so a missing one is no failure. */
async function makePoster(
  work: DeriveWork,
  source: Source,
  film: string,
  probe: Probe,
  lengthMs: number | null,
) {
  if (!probe.video) return

  const atMs = Math.min((lengthMs ?? 0) * POSTER_AT.share, POSTER_AT.mostMs)
  await unlessUnreadable(work, () =>
    makeOnce(work, source, 'poster', PICTURE_TYPE, 'image', async (path) => {
      return (await work.tool.poster(film, path, atMs, work)) || (await work.tool.poster(film, path, 0, work))
    }),
  )
}

async function makePeaks(work: DeriveWork, source: Source, original: string, probe: Probe) {
  if (!probe.audio) return

  await unlessUnreadable(work, () =>
    makeOnce(work, source, 'peaks', 'application/json', 'audio', async (path) => {
      const peaks = await work.tool.peaks(original, work)
      if (peaks) await writeFile(path, JSON.stringify(peaks))
      return peaks !== null
    }),
  )
}

async function derivePicture(work: DeriveWork, source: Source, original: string): Promise<Derived> {
  // A copy that is there already is not drawn again, so what was said of it then still holds.
  let isWhole = source.finding !== 'incomplete'
  let isTooLarge = false
  const drawn = await unlessUnreadable(work, () =>
    makeOnce(work, source, 'poster', PICTURE_TYPE, 'image', async (path) => {
      const picture = await drawPicture(original, path).catch((error: unknown) => {
        isTooLarge = error instanceof TooManyPixels
        throw error
      })
      isWhole = picture.isWhole
      // Said before the copy gets its row: a run that comes after that draws nothing, and could not tell.
      if (!isWhole) await tellFinding(work, 'incomplete')
      await writeFindings(work, { durationMs: null, video: picture, audio: null })
      return true
    }),
  )
  if (!drawn) {
    return { outcome: 'failed', finding: isTooLarge ? 'no_preview' : pictureFinding(source.mimeType) }
  }
  return { outcome: 'ready', finding: isWhole ? null : 'incomplete' }
}

/**
 * Makes one derived file in a work folder, moves it into the store, then adds the row that names it. The key follows from the
 * original, so that a repetition after a crash writes the same object. If the original is deleted meanwhile, the object goes,
 * too, because its key is in the bin.
 */
async function makeOnce(
  work: DeriveWork,
  source: Source,
  role: DerivedRole,
  mimeType: string,
  kind: MediaKind,
  make: (path: string) => Promise<boolean>,
): Promise<boolean> {
  const { services, userId, mediaId } = work
  const exists = await asWorker(services.db, userId, (tx) =>
    tx
      .selectFrom('media')
      .where('user_id', '=', userId)
      .where('source_media_id', '=', mediaId)
      .where('role', '=', role)
      .select('id')
      .executeTakeFirst(),
  )
  if (exists) return true

  return withWorkFile(services.storage, async (path) => {
    if (!(await make(path))) return false

    const { size } = await stat(path)
    const key = keyOf(work, source, role)
    await binBefore(services.db, key)
    await services.storage.putFile(key, path)
    const row = { role, mime_type: mimeType, kind, size_bytes: size, storage_key: key }
    const outcome = await nameDerived(work, source, row)
    if (outcome === 'emptied') return makeOnce(work, source, role, mimeType, kind, make)
    return outcome === 'named'
  })
}

/** Whether the copy that seeks is there, whatever else beside an original is missing. */
export async function hasCopy({
  services,
  userId,
  mediaId,
}: Pick<DeriveWork, 'services' | 'userId' | 'mediaId'>): Promise<boolean> {
  const copy = await asWorker(services.db, userId, (tx) =>
    tx
      .selectFrom('media')
      .where('user_id', '=', userId)
      .where('source_media_id', '=', mediaId)
      .where('role', '=', 'playback')
      .select('id')
      .executeTakeFirst(),
  )
  return copy !== undefined
}

type DerivedRow = {
  role: DerivedRole
  mime_type: string
  kind: MediaKind
  size_bytes: number
  storage_key: string
}

/**
 * Adds the row of a derived file.
 * @returns 'gone' when the original was deleted meanwhile or its device goes on with it, and the object is removed; 'emptied'
 * when the bin was emptied after the key was put into it, and the object with it
 */
async function nameDerived(
  work: DeriveWork,
  source: Source,
  row: DerivedRow,
): Promise<'named' | 'gone' | 'emptied'> {
  const { services, userId, mediaId } = work
  const named = await asWorker(services.db, userId, async (tx) => {
    const original = await tx
      .selectFrom('media')
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .where('state', '=', 'stored')
      .where('size_bytes', '=', source.sizeBytes)
      .select(['story_id', 'recording_id', 'position'])
      .forShare()
      .executeTakeFirst()
    if (!original) return 'gone'
    // If the bin is being emptied right now, that transaction holds the row of the key, and this one waits for it.
    if (!(await takeOutOfBin(tx, row.storage_key))) return 'emptied'

    await tx
      .insertInto('media')
      .values({ ...original, ...row, user_id: userId, source_media_id: mediaId, state: 'stored' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return 'named'
  })
  if (named === 'gone') await removeBinned(services, row.storage_key, false)
  return named
}

function keyOf({ userId, mediaId }: DeriveWork, source: Source, role: DerivedRole): string {
  return `media/${userId}/${mediaId}.${source.sizeBytes}.${role}`
}

async function loadSource({ services, userId, mediaId }: DeriveWork): Promise<Source | null> {
  const row = await asWorker(services.db, userId, (tx) =>
    tx
      .selectFrom('media')
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .where('state', '=', 'stored')
      .select(['storage_key', 'size_bytes', 'kind', 'mime_type', 'finding'])
      .executeTakeFirst(),
  )
  if (!row) return null
  return {
    storageKey: row.storage_key,
    sizeBytes: row.size_bytes,
    kind: mediaKind.parse(row.kind),
    mimeType: row.mime_type,
    finding: row.finding,
  }
}

const described = z.object({ width: z.number(), height: z.number() })

/** Writes to the original's row what was found inside: its length, its dimensions, and whether there is a picture at all. */
async function writeFindings(
  work: DeriveWork,
  found: Pick<Probe, 'durationMs' | 'audio'> & { video: unknown },
) {
  const { services, userId, mediaId } = work
  const size = described.safeParse(found.video)
  const isSoundOnly = !size.success && found.audio !== null
  await asWorker(services.db, userId, (tx) =>
    tx
      .updateTable('media')
      .set({
        duration_ms: found.durationMs,
        ...(size.success ? { width: size.data.width, height: size.data.height } : {}),
        ...(isSoundOnly ? { kind: 'audio' } : {}),
      })
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .execute(),
  )
}

async function unlessUnreadable<T>(work: DeriveWork, make: () => Promise<T>): Promise<T | null> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof MediaError) || error.code !== 'UNREADABLE') throw error
    work.log.warn({ err: error, mediaId: work.mediaId }, 'a file could not be read as media')
    return null
  }
}
