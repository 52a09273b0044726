import { type Recording, recording } from '#contract/recordings.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'

type RecordingKey = { userId: string; id: string }

/**
 * Whether somebody still waits for the rest of a recording that its device never ended. Where nobody does, nobody has ended it: the
 * server counts it as over, and a device that comes back after all may send what it has, or end it.
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
  // An added film has a transcript under its own id, too, and no device that could have more of it.
  if (!row) throw codeError('NOT_FOUND')
  return { id, endedBy: recording.shape.endedBy.parse(row.ended_by) }
}
