import type { Tx } from '../../db/actor.ts'

export type RecordingRow = NonNullable<Awaited<ReturnType<typeof lockRecording>>>

/**
 * Reads a recording with the storage key of its bytes, and locks its row until the transaction ends: a recording has
 * one writer at a time.
 */
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
