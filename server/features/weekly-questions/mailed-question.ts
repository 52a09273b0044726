import { sql } from 'kysely'
import type { MailedQuestion } from '#contract/weekly-questions.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { hashOfToken } from '../../token.ts'
import { chooseQuestion } from './choose-question.ts'
import { shownQuestion } from './weekly-questions.ts'

const unknownTokens = { points: 60, seconds: 900 }

export type MailHolder = {
  /** The question of the mail, or the one that was put in its place. @throws NOT_FOUND for an unknown token, TOO_MANY_REQUESTS */
  read: (token: string, caller: string) => Promise<MailedQuestion>
  /** Puts another question in its place; answers by mail are still to the question that the mail printed. */
  another: (token: string, caller: string) => Promise<MailedQuestion>
  /** Ends the weekly mails. Idempotent. */
  unsubscribe: (token: string, caller: string) => Promise<MailedQuestion>
}

type Place = { user_id: string; id: string }

/** What the receiver of a mail may do without signing in, by the token in the mail's links. */
export function createMailHolder(services: Pick<Services, 'db' | 'env'>): MailHolder {
  const { db } = services
  const unknown = createRateLimit(services, 'weekly-question-unknown', unknownTokens)

  const withMail = async (
    token: string,
    caller: string,
    work: (tx: Tx, place: Place) => Promise<unknown>,
  ): Promise<MailedQuestion> => {
    const place = await asWorker(db, null, async (tx) => {
      const found = await sql<Place>`select * from app.weekly_mail_of(${hashOfToken(token)})`.execute(tx)
      return found.rows[0]
    })
    if (!place) {
      if (!(await unknown.take(caller))) throw codeError('TOO_MANY_REQUESTS')
      throw codeError('NOT_FOUND')
    }
    return asWorker(db, place.user_id, async (tx) => {
      await work(tx, place)
      return readMail(tx, place)
    })
  }

  return {
    read: (token, caller) => withMail(token, caller, async () => undefined),
    another: (token, caller) =>
      withMail(token, caller, async (tx, { user_id, id }) => {
        await lockQuestions(tx, user_id)
        const chosen = await chooseQuestion(tx, user_id)
        if (!chosen) return
        await tx
          .updateTable('weekly_question_mails')
          .set({ instead_id: chosen.id })
          .where('user_id', '=', user_id)
          .where('id', '=', id)
          .execute()
      }),
    unsubscribe: (token, caller) =>
      withMail(token, caller, (tx, { user_id }) =>
        tx
          .updateTable('weekly_questions')
          .set({ enabled: false })
          .where('user_id', '=', user_id)
          .where('enabled', '=', true)
          .execute(),
      ),
  }
}

/** Locks the row that the sending of a weekly mail locks, too, so that of two questions chosen at once the second knows of the first. */
async function lockQuestions(tx: Tx, userId: string): Promise<void> {
  await tx
    .selectFrom('weekly_questions')
    .where('user_id', '=', userId)
    .select('user_id')
    .forUpdate()
    .execute()
}

async function readMail(tx: Tx, { user_id, id }: Place): Promise<MailedQuestion> {
  const { enabled } = await tx
    .selectFrom('weekly_questions')
    .where('user_id', '=', user_id)
    .select('enabled')
    .executeTakeFirstOrThrow()
  const question = await tx
    .selectFrom('weekly_question_mails as m')
    .innerJoin('prompts', (join) => join.on((where) => where('prompts.id', '=', shownQuestion)))
    .where('m.user_id', '=', user_id)
    .where('m.id', '=', id)
    .select(['prompts.id', 'prompts.text', 'prompts.category'])
    .executeTakeFirst()
  return { enabled, question: question ?? null }
}
