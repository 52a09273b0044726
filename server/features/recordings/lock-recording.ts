import type { Tx } from '../../db/actor.ts'

export type RecordingRow = NonNullable<Awaited<ReturnType<typeof lockRecording>>>

/** The row and where its bytes lie, locked until the transaction ends: one writer a recording. */
export async function lockRecording(tx: Tx, userId: string, id: string) {
  return tx
    .selectFrom('recordings')
    .innerJoin('media', (join) =>
      join
        .onRef('media.user_id', '=', 'recordings.user_id')
        .onRef('media.id', '=', 'recordings.original_media_id'),
    )
    .where('recordings.user_id', '=', userId)
    .where('recordings.id', '=', id)
    .selectAll('recordings')
    .select('media.storage_key')
    .forUpdate('recordings')
    .executeTakeFirst()
}
