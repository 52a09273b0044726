import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

export type ChosenQuestion = { id: string; text: string; category: string }

/**
 * Chooses a person's next question among the official ones and their own: a random one that their family was never
 * asked and that no mail brought, in print or in its place. If there is none left, the one that was asked or mailed
 * longest ago. A question and the copy of it that the person has made, and left in its words, are one.
 */
export async function chooseQuestion(tx: Tx, userId: string): Promise<ChosenQuestion | null> {
  const { rows } = await sql<ChosenQuestion>`
    select q.id, q.text, q.category
    from public.prompts q
    cross join lateral (
      select array_agg(p.id) as ids from public.prompts p
      where p.text = q.text and (p.id in (q.id, q.copied_from) or (p.user_id = ${userId} and p.copied_from = q.id))
    ) as same
    left join lateral (
      select max(m.sent_at) as at from public.weekly_question_mails m
      where m.user_id = ${userId} and (m.prompt_id = any(same.ids) or m.instead_id = any(same.ids))
    ) as mailed on true
    left join lateral (
      select max(a.asked_at) as at from public.prompt_asks a where a.user_id = ${userId} and a.prompt_id = any(same.ids)
    ) as asked on true
    where q.is_official or q.user_id = ${userId}
    order by greatest(mailed.at, asked.at) nulls first, random()
    limit 1`.execute(tx)
  return rows[0] ?? null
}
