import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { RecordingRow } from './lock-recording.ts'

/**
 * Refuses to go on with an unfinished recording whose story lies in the trash. If it were accepted, its bytes would be purged with
 * the story after the device had deleted its own copy; refused, the device keeps the recording and a person decides. A recording that
 * had ended before lies in the trash with its story.
 *
 * @throws GONE
 */
export async function refuseInTrash(tx: Tx, recording: RecordingRow): Promise<void> {
  const { user_id: userId, story_id: storyId, state } = recording
  if (state !== 'receiving' && state !== 'damaged') return

  const story = await tx
    .selectFrom('stories')
    .select('deleted_at')
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .executeTakeFirst()
  if (story?.deleted_at) throw codeError('GONE')
}
