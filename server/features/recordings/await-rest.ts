import { type Recording, recording } from '#contract/recordings.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'

type RecordingKey = { userId: string; id: string }

/**
 * Sets whether a person still waits for the rest of a recording that its device never ended. When nobody waits, `endedBy` is null:
 * the server treats the recording as over, and a device that comes back after all may still send what it has, or end it.
 *
 * @throws NOT_FOUND
 */
export async function awaitRest(
  tx: Tx,
  { userId, id }: RecordingKey,
  isAwaited: boolean,
): Promise<Pick<Recording, 'id' | 'endedBy'>> {
  const [from, to] = isAwaited ? ([null, 'server'] as const) : (['server', null] as const)
  await tx
    .updateTable('recordings')
    .set({ ended_by: to })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '<>', 'receiving')
    .where('ended_by', from === null ? 'is' : '=', from)
    .execute()
  const row = await tx
    .selectFrom('recordings')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select(['id', 'ended_by'])
    .executeTakeFirst()
  // The id may be that of an added film, whose transcript has the same id: it is no recording, and no device could have more of it.
  if (!row) throw codeError('NOT_FOUND')
  return { id, endedBy: recording.shape.endedBy.parse(row.ended_by) }
}
