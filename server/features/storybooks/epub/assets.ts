import { rm } from 'node:fs/promises'
import type { BookPage } from '#contract/book-pages.ts'
import { asWorker, type Tx } from '../../../db/actor.ts'
import { MediaError, type MediaTool, type SoundType } from '../../../media/media-tool.ts'
import type { Services } from '../../../services.ts'
import { withLocalFile, withWorkFile } from '../../../storage/local-file.ts'
import { bytesLost } from '../../../storage/lost-bytes.ts'
import type { BookAsset, BookVoiceAsset } from './book.ts'

export type AssetWork = {
  services: Pick<Services, 'db' | 'storage'>
  tool: MediaTool
  userId: string
  pages: readonly BookPage[]
  /** How a picture is made ready for the file. */
  draw: (input: string, output: string) => Promise<unknown>
  /** The recordings whose sound goes into the file. */
  recordings: readonly string[]
  signal: AbortSignal
}

/** Pictures and voices of a book, with the local files they lie in until `use` is done. */
export type BookAssets = {
  pictures: Map<string, BookAsset>
  voices: Map<string, BookVoiceAsset>
  /** The paths of the local files, by href. */
  paths: Map<string, string>
  /** The ids of pictures and recordings that could not be found or read. */
  leftOut: Set<string>
}

const extensions: Record<SoundType, string> = { 'audio/mp4': 'm4a', 'audio/ogg': 'ogg', 'audio/mpeg': 'mp3' }

/**
 * Draws the pictures, extracts the sound of the recordings and hands them to `use`; the local files are removed afterwards. A
 * picture or recording that is lost or can no longer be read is left out and told, because the book can be read without it.
 *
 * @param report called after each of them with the share that is done, from 0 to 1
 */
export async function gatherAssets<T>(
  work: AssetWork,
  report: (share: number) => Promise<void>,
  use: (assets: BookAssets) => Promise<T>,
): Promise<T> {
  const assets: BookAssets = { pictures: new Map(), voices: new Map(), paths: new Map(), leftOut: new Set() }
  const steps = [
    ...picturesOf(work.pages).map((id) => ({ id, add: addPicture })),
    ...work.recordings.map((id) => ({ id, add: addVoice })),
  ]
  try {
    for (const [index, { id, add }] of steps.entries()) {
      await add(work, assets, id).catch((error) => {
        const isUnreadable = error instanceof MediaError && error.code === 'UNREADABLE'
        if (!isUnreadable && bytesLost(error) === null) throw error
        assets.leftOut.add(id)
      })
      await report((index + 1) / steps.length)
    }
    return await use(assets)
  } finally {
    for (const path of assets.paths.values()) await rm(path, { force: true })
  }
}

function picturesOf(pages: readonly BookPage[]): string[] {
  const ids = pages.flatMap(({ content }) =>
    'pictureId' in content && content.pictureId !== null ? [content.pictureId] : [],
  )
  return [...new Set(ids)]
}

/** Every recording that the book's words are from. */
export function recordingsOf(pages: readonly BookPage[]): string[] {
  const ids = pages.flatMap(({ content }) =>
    content.kind === 'text' ? content.passages.flatMap(({ voice }) => voice?.recordingId ?? []) : [],
  )
  return [...new Set(ids)]
}

async function addPicture(work: AssetWork, assets: BookAssets, id: string): Promise<void> {
  const stored = await storedFile(work, (tx) => fileOf(tx, work.userId).where('id', '=', id))
  if (!stored) return void assets.leftOut.add(id)
  const path = await madeFrom(work, stored.storage_key, work.draw)
  const href = `pictures/${id}.jpg`
  assets.pictures.set(id, { id: `picture-${id}`, href, mimeType: 'image/jpeg' })
  assets.paths.set(href, path)
}

async function addVoice(work: AssetWork, assets: BookAssets, recordingId: string): Promise<void> {
  const stored = await storedFile(work, (tx) =>
    fileOf(tx, work.userId)
      .where('role', '=', 'original')
      // The original of a recording carries its id in `recording_id`; for an added film, `recordingId` is the id of the file itself.
      .where((where) => where.or([where('recording_id', '=', recordingId), where('id', '=', recordingId)])),
  )
  if (!stored) return void assets.leftOut.add(recordingId)

  let mimeType: SoundType | null = null
  const { tool, signal } = work
  const path = await madeFrom(work, stored.storage_key, async (input, output) => {
    mimeType = await tool.sound(input, output, { signal })
  })
  if (mimeType === null) return rm(path, { force: true })
  const probed = await tool.probe(path, { signal }).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw error
  })
  // Ogg does not state its length. Clips need no limit then, because the words heard in the sound ended within it.
  const durationMs = probed.durationMs ?? Number.POSITIVE_INFINITY

  const href = `voices/${recordingId}.${extensions[mimeType]}`
  assets.voices.set(recordingId, { id: `voice-${recordingId}`, href, mimeType, durationMs })
  assets.paths.set(href, path)
}

const fileOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('state', '=', 'stored')
    .select(['storage_key', 'created_at'])
    .orderBy('created_at')

async function storedFile(
  { services, userId }: AssetWork,
  query: (tx: Tx) => ReturnType<typeof fileOf>,
): Promise<{ storage_key: string } | undefined> {
  return asWorker(services.db, userId, (tx) => query(tx).executeTakeFirst())
}

/** Makes a work file that is kept afterwards; `gatherAssets` removes it. @returns its path */
async function madeFrom(
  { services: { storage } }: AssetWork,
  key: string,
  make: (input: string, output: string) => Promise<unknown>,
): Promise<string> {
  return withWorkFile(storage, async (passing) => {
    const path = `${passing}.book`
    try {
      await withLocalFile(storage, key, (input) => make(input, path))
      return path
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  })
}
