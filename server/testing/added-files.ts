import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { FileFinding, MediaKind } from '#contract/media.ts'
import type { Person } from './family.ts'
import type { TestKinora } from './kinora.ts'

type Given = {
  kind?: MediaKind
  mimeType?: string
  bytes?: Uint8Array
  position?: number
  finding?: FileFinding
  isExamined?: boolean
}

/** A file that somebody added to a story, stored and, unless told otherwise, examined. @returns its id */
export async function addedFile(
  kinora: Pick<TestKinora, 'services' | 'database'>,
  owner: Pick<Person, 'id'>,
  storyId: string,
  { kind = 'video', mimeType = 'video/webm', bytes, position = 0, finding, isExamined = true }: Given = {},
): Promise<string> {
  const id = uuidv7()
  const body = bytes ?? new TextEncoder().encode(`file ${id}`)
  await kinora.services.storage.put(`media/${owner.id}/${id}`, body)
  await kinora.database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, size_bytes, storage_key, sha256, position,
       finding, examined_at)
     values ($1, $2, $3, 'original', $4, 'stored', $5, $6, $7, $8, $9, $10, case when $11::boolean then now() end)`,
    [
      owner.id,
      id,
      storyId,
      kind,
      mimeType,
      body.length,
      `media/${owner.id}/${id}`,
      createHash('sha256').update(body).digest('hex'),
      position,
      finding ?? null,
      isExamined,
    ],
  )
  return id
}

/** The poster that this server drew of an added file. @returns its id */
export async function posterOf(
  kinora: Pick<TestKinora, 'services' | 'database'>,
  owner: Pick<Person, 'id'>,
  { storyId, mediaId, bytes }: { storyId: string; mediaId: string; bytes?: Uint8Array },
): Promise<string> {
  const id = uuidv7()
  const body = bytes ?? new TextEncoder().encode(`poster ${id}`)
  await kinora.services.storage.put(`media/${owner.id}/${id}`, body)
  await kinora.database.asOwner(
    `insert into media (user_id, id, story_id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, $3, $4, 'poster', 'image', 'stored', 'image/jpeg', $5, $6)`,
    [owner.id, id, storyId, mediaId, body.length, `media/${owner.id}/${id}`],
  )
  return id
}
