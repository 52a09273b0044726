import { sql } from 'kysely'
import { type WeeklyQuestion, type WeeklyWish, weeklyQuestion } from '#contract/weekly-questions.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { hasCode } from '../../error-code.ts'
import { codeError } from '../../errors.ts'

/**
 * The id of the question that a weekly mail stands for by now, where the mail is the `m` of a query: the one that was put in place of
 * what it printed, or else that. Under row security `coalesce` finds no row by an index, because PostgreSQL does not count it among
 * what reveals nothing of rows that are not to be seen.
 */
export const shownQuestion = sql<string>`case when m.instead_id is null then m.prompt_id else m.instead_id end`

/** A person's settings for the weekly question, and when the next one comes. */
export async function getWish(tx: Tx, userId: string): Promise<WeeklyQuestion> {
  const row = await tx
    .selectFrom('weekly_questions')
    .where('user_id', '=', userId)
    .select(['enabled', 'time_zone as timeZone', 'weekday', 'hour', exactInstant('next_at').as('nextAt')])
    .executeTakeFirst()
  if (!row) return { wish: null, nextAt: null }
  const { nextAt, ...wish } = row
  return weeklyQuestion.parse({ wish, nextAt: wish.enabled ? nextAt : null })
}

const INVALID_PARAMETER = '22023'

/**
 * Stores the settings; a trigger computes the next date from them.
 * @throws BAD_REQUEST for a time zone that PostgreSQL does not know
 */
export async function setWish(tx: Tx, userId: string, wish: WeeklyWish): Promise<WeeklyQuestion> {
  const { enabled, timeZone, weekday, hour } = wish
  await sql`
    insert into public.weekly_questions (user_id, enabled, time_zone, weekday, hour)
    values (${userId}, ${enabled}, ${timeZone}, ${weekday}, ${hour})
    on conflict (user_id) do update set
      enabled = excluded.enabled, time_zone = excluded.time_zone, weekday = excluded.weekday, hour = excluded.hour
  `
    .execute(tx)
    .catch((error: unknown) => {
      throw hasCode(error, INVALID_PARAMETER) ? codeError('BAD_REQUEST') : error
    })
  return getWish(tx, userId)
}
