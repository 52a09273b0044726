import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { RecordingRow } from './lock-recording.ts'

/**
 * Refuses to go on with a recording whose device has not ended it, or is to send damaged chunks again, and whose story lies in the
 * trash. If it were accepted, its bytes would be purged with the story after the device had deleted its own copy; refused, the device
 * keeps the recording and a person decides. That holds as well where the server has ended the recording: its device was told of no end.
 * A recording that its device had ended before lies in the trash with its story.
 *
 * @throws GONE
 */
export async function refuseInTrash(tx: Tx, recording: RecordingRow): Promise<void> {
  if (recording.ended_by === 'device' && recording.state !== 'damaged') return
  if (await isInTrash(tx, recording)) throw codeError('GONE')
}

/** Whether the story of a recording lies in the trash. */
export async function isInTrash(
  tx: Tx,
  { user_id: userId, story_id: storyId }: RecordingRow,
): Promise<boolean> {
  const story = await tx
    .selectFrom('stories')
    .select('deleted_at')
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .executeTakeFirst()
  return Boolean(story?.deleted_at)
}
