import { type SqlBool, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../db/actor.ts'
import { type Named, nameOfPerson, namesAsSpeaker } from './person-stories.ts'

/** The name of a person; null for nobody of this family. */
export async function namedAs(tx: Tx, userId: string, id: string): Promise<Named | null> {
  const row = await tx
    .selectFrom('family_members')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Gives the stories that a person tells their new name, because it is by the name that a person's page finds them. Where somebody
 * else of the family tells by the former name, too, nothing says whose the stories are, and they stay as they are.
 *
 * @param before the person's name until now
 */
export async function renameTeller(tx: Tx, userId: string, id: string, before: Named | null): Promise<void> {
  const now = await namedAs(tx, userId, id)
  if (!before || !now) return
  const name = nameOfPerson(now.firstName, now.lastName)
  const former = namesAsSpeaker(before).filter((one) => one !== '' && one !== name)
  const isSaid = name !== '' && name.length <= limits.speakerName
  if (former.length === 0 || !isSaid || (await hasNamesake(tx, userId, id, former))) return

  for (const one of former) {
    const speakers = sql<
      string[]
    >`case when ${name}::text = any(speakers) then array_remove(speakers, ${one}::text)
      else array_replace(speakers, ${one}::text, ${name}::text) end`
    await tx
      .updateTable('stories')
      .set({ speakers })
      .where('user_id', '=', userId)
      .where(sql<SqlBool>`${one}::text = any(speakers)`)
      .execute()
  }
}

/** Whether stories of this name are told by somebody else, too: a name may be divided between first and last name in other ways. */
async function hasNamesake(tx: Tx, userId: string, id: string, names: string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('family_members')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .where(
      sql<SqlBool>`(btrim(first_name || ' ' || last_name) = any(${names}::text[])
        or first_name = last_name and first_name = any(${names}::text[]))`,
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
