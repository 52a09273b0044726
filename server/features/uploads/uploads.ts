import { uploadStatus } from '#contract/media.ts'
import type { Tx } from '../../db/actor.ts'

export { keepFile } from './keep-file.ts'
export {
  advanceUpload,
  dropExpired,
  dropUpload,
  findBegun,
  findUpload,
  reserveUpload,
} from './upload-rows.ts'
export { queueProcessing } from './uploads.jobs.ts'

const seen = uploadStatus.omit({ media: true })

/** The state of an upload, and the id of the file once it is stored; null for an unknown id. */
export async function uploadStatusOf(tx: Tx, userId: string, id: string) {
  const row = await tx
    .selectFrom('uploads')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select(['id', 'state', 'code', 'media_id as mediaId'])
    .executeTakeFirst()
  if (!row) return null
  return { ...seen.parse(row), mediaId: row.state === 'stored' ? row.mediaId : null }
}
