import { limits } from '#contract/limits.ts'
import type { Tx } from '../../../db/actor.ts'
import { extensionOf } from '../../../media/file-extension.ts'
import { peopleOfStories } from '../../family-members/family-members.ts'
import type { FileMedia } from './own-family.ts'

/** A file of a story, with the ids of everybody whom the story is about. */
export type StoredMedia = FileMedia & { storageKey: string }
export type FamilyMedia = {
  media: StoredMedia[]
  /** How many files are left out, because with them an import would refuse the package as too large. */
  leftOut: number
}

/**
 * The photos and documents of a family: those in stories that one of its people tells or is mentioned in, in the order of the
 * stories. `taken` is how much the package holds already.
 */
export async function mediaOfFamily(
  tx: Tx,
  userId: string,
  taken: { files: number; bytes: number },
): Promise<FamilyMedia> {
  const rows = await filesOfStories(tx, userId)
  const people = Map.groupBy(
    await peopleOfStories(tx, userId, [...new Set(rows.map((row) => row.storyId))]),
    ({ storyId }) => storyId,
  )
  const found: FamilyMedia = { media: [], leftOut: 0 }
  let { files, bytes } = taken
  for (const row of rows) {
    const shown = people.get(row.storyId)
    if (!shown) continue
    const isRoom = files < limits.gedzipFiles && bytes + row.sizeBytes <= limits.gedzipInsideBytes
    if (!isRoom || row.sizeBytes > limits.gedzipFileBytes) {
      found.leftOut += 1
      continue
    }
    files += 1
    bytes += row.sizeBytes
    const { storyId, title, description, date, speakers, sizeBytes, id, ...file } = row
    found.media.push({
      ...file,
      path: `media/${id}.${extensionOf(row.mimeType)}`,
      story: { id: storyId, title, description, date, speakers },
      people: shown.map(({ personId }) => personId),
    })
  }
  return found
}

const filesOfStories = (tx: Tx, userId: string) =>
  tx
    .selectFrom('media')
    .innerJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'media.user_id').onRef('stories.id', '=', 'media.story_id'),
    )
    .where('media.user_id', '=', userId)
    .where('media.role', '=', 'original')
    .where('media.state', '=', 'stored')
    .where('media.recording_id', 'is', null)
    .where('media.kind', 'in', ['image', 'document'])
    .where('stories.deleted_at', 'is', null)
    .select([
      'media.id',
      'media.storage_key as storageKey',
      'media.size_bytes as sizeBytes',
      'media.mime_type as mimeType',
      'media.file_name as fileName',
      'media.caption',
      'stories.id as storyId',
      'stories.title',
      'stories.description',
      'stories.date',
      'stories.speakers',
    ])
    .orderBy('stories.created_at')
    .orderBy('stories.id')
    .orderBy('media.position')
    .orderBy('media.created_at')
    .orderBy('media.id')
    .execute()
