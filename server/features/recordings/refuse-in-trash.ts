import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { RecordingRow } from './lock-recording.ts'

/**
 * What is still on its way when its story is deleted would be purged with it, and its device would have let go: so it is refused, the
 * device keeps it, and somebody decides. What had ended before lies in the trash with its story.
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
