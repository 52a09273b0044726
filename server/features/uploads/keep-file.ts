import { asUser, type Claims } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { removeUnnamed } from '../media/media.ts'
import { advanceUpload, dropUpload, findUpload, forgetUpload, reserveUpload } from './upload-rows.ts'

/** A file that the server already has, on its way into a story. Bringing the same file in again uses the same `id`. */
export type WholeFile = {
  id: string
  storyId: string
  fileName: string
  /** Bytes. */
  size: number
  source: AsyncIterable<Uint8Array>
}

/**
 * Stores a file the way an upload is stored: its room is reserved before the first byte is written, its type is detected from its bytes,
 * and its copies are queued. What a crash leaves half done goes on with the same id, or is swept after two days.
 *
 * @returns 'refused' for a type that is not accepted; nothing of the file stays
 * @throws NOT_FOUND when the story is not there, or is deleted meanwhile; FILE_EMPTY, LIMIT_REACHED, STORAGE_LIMIT_REACHED; what `source`
 * throws, and then nothing of the file stays
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
    // An earlier upload has ended, and its file was taken out of the story since: it starts anew.
    if (begun) await forgetUpload(tx, userId, file.id)
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
    // If even this fails, the sweep frees the reserved room later.
    await asUser(db, claims, (tx) => dropUpload(tx, userId, file.id)).catch(() => undefined)
    throw error
  }
  const kept = await asUser(db, claims, async (tx) => {
    // The row lock: a deletion of the story waits from here until this transaction has ended.
    if (!(await findUpload(tx, userId, file.id, 'write'))) return null
    await advanceUpload(tx, storage, upload, file.size)
    return findUpload(tx, userId, file.id, 'read')
  })
  if (!kept) {
    // The upload's rows were deleted while its bytes were being written. The bin may have been emptied before that, so nothing else would
    // delete them.
    await removeUnnamed({ db, storage }, userId, [upload.storage_key])
    throw codeError('NOT_FOUND')
  }
  return kept.state === 'stored' ? 'kept' : 'refused'
}
