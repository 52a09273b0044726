import { asUser, type Claims } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { removeUnnamed } from '../media/media.ts'
import { advanceUpload, dropUpload, findUpload, reserveUpload } from './upload-rows.ts'

/** A file that the server has already, on its way into a story. `id` is the same whenever the same file is brought. */
export type WholeFile = {
  id: string
  storyId: string
  fileName: string
  /** Bytes. */
  size: number
  source: AsyncIterable<Uint8Array>
}

/**
 * Keeps a file as an upload is kept: its room is reserved before the first byte is written, its type is told by its
 * bytes, its copies are queued. What a crash leaves half done goes on with the same id, or is swept after two days.
 * @returns 'refused' for a type that is not kept; nothing of it stays
 * @throws NOT_FOUND (the story, also where it goes meanwhile), FILE_EMPTY, LIMIT_REACHED, STORAGE_LIMIT_REACHED; what `source` throws, and then nothing of it stays
 */
export async function keepFile(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  claims: Claims,
  file: WholeFile,
): Promise<'kept' | 'refused'> {
  const userId = claims.sub
  await asUser(db, claims, async (tx) => {
    const begun = await findUpload(tx, userId, file.id, 'write')
    if (begun?.state === 'receiving') return
    // Taken out of its story since: it comes anew.
    if (begun)
      await tx.deleteFrom('uploads').where('user_id', '=', userId).where('id', '=', file.id).execute()
    const metadata = { filename: file.fileName, storyId: file.storyId }
    await reserveUpload(tx, userId, { id: file.id, size: file.size, metadata })
  })
  const upload = {
    user_id: userId,
    id: file.id,
    size_bytes: file.size,
    storage_key: `media/${userId}/${file.id}`,
  }
  try {
    await storage.put(upload.storage_key, file.source)
  } catch (error) {
    // Where even that fails, the sweep gives the room back.
    await asUser(db, claims, (tx) => dropUpload(tx, userId, file.id)).catch(() => undefined)
    throw error
  }
  const kept = await asUser(db, claims, async (tx) => {
    // What goes with its story from now on waits for this.
    if (!(await findUpload(tx, userId, file.id, 'write'))) return null
    await advanceUpload(tx, storage, upload, file.size)
    return findUpload(tx, userId, file.id, 'read')
  })
  if (!kept) {
    // Its rows went while the bytes came, and the bin may have been emptied before they did.
    await removeUnnamed({ db, storage }, userId, [upload.storage_key])
    throw codeError('NOT_FOUND')
  }
  return kept.state === 'stored' ? 'kept' : 'refused'
}
