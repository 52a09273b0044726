import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import { archivedRows } from './archived-rows.ts'
import type { OpenArchive } from './open-archive.ts'
import { type ArchiveTableName, nobody } from './tables.ts'
import type { Row } from './take-rows.ts'

type Brought = { userId: string; archive: OpenArchive; rename: (row: Row) => Row; at: string }

/** Tables whose rows have a picture of their own, which belongs to no story and goes when they go. */
const pictured: [name: ArchiveTableName, column: string][] = [
  ['family_members', 'portrait_media_id'],
  ['storybook_drawings', 'media_id'],
]

/**
 * Deletes the portraits and drawings that came in at this moment although the person or the book stayed as the account has them.
 * Nothing names them, so nobody would see them, nothing would delete them, and they would take up the plan's storage.
 * @returns how many files are deleted, with the copies of the pictures
 */
export async function deleteUnnamedPictures(tx: Tx, brought: Brought): Promise<number> {
  let deleted = 0
  for (const [name, column] of pictured) {
    for await (const rows of archivedRows(brought.archive, name)) {
      const pictures = rows.map((row) => brought.rename(row)[column]).filter((id) => id !== null)
      if (pictures.length > 0) deleted += await deleteUnnamed(tx, brought, pictures)
    }
  }
  return deleted
}

async function deleteUnnamed(tx: Tx, { userId, at }: Brought, pictures: unknown[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with unnamed as (
      select m.id from public.media m
      where m.user_id = ${userId} and m.id = any(${pictures}::uuid[])
        and m.story_id is null and ${at}::timestamptz = any(m.brought_in)
        and not exists (
          select from public.family_members p where p.user_id = m.user_id and p.portrait_media_id = m.id
        )
        and not exists (
          select from public.storybook_drawings d
          where d.user_id = m.user_id and m.id in (d.media_id, d.before_picture_id)
        )
        and not app.is_shown_besides(m.user_id, m.id, ${nobody}::uuid)
    )
    delete from public.media m using unnamed
    where m.user_id = ${userId} and (m.id = unnamed.id or m.source_media_id = unnamed.id)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
