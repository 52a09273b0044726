import { sql } from 'kysely'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { defineJob, handleJob, type JobHandler } from '../../jobs/job.ts'
import { mailIn } from '../../mail/mail.ts'
import type { Services } from '../../services.ts'
import { hashOfToken, newToken } from '../../token.ts'
import { answerAddress, newAnswerToken } from './answer-address.ts'
import { chooseQuestion } from './choose-question.ts'
import { weeklyLetter } from './weekly-letter.ts'

const sendWeeklyQuestions = defineJob('send_weekly_questions', z.unknown())

/**
 * How many people are read in one query. Queries follow each other until nobody is due; the job runs every ten minutes.
 */
const MOST = 200

type Parts = Pick<Services, 'db' | 'env' | 'mail' | 'log'>

/** Sends each person their weekly question when its hour has come. */
export function weeklyQuestionJobs(services: Parts): JobHandler[] {
  return [
    handleJob(sendWeeklyQuestions, async () => void (await sendDueQuestions(services)), {
      schedule: '*/10 * * * *',
    }),
  ]
}

/** @returns how many mails were queued */
export async function sendDueQuestions(services: Parts, most = MOST): Promise<number> {
  let sent = 0
  const tried = new Set<string>()
  for (;;) {
    const due = await asWorker(services.db, null, async (tx) => {
      // People whose mail failed in this run are still due and come first. Reading more rows by their number keeps them
      // from crowding out the others.
      const { rows } = await sql<{ id: string }>`
        select app.due_weekly_questions(${most + tried.size}) as id`.execute(tx)
      return rows.map(({ id }) => id).filter((id) => !tried.has(id))
    })
    if (due.length === 0) return sent
    for (const userId of due) {
      tried.add(userId)
      // A failure for one person must not stop the others; it is tried again in the next run.
      const done = await asWorker(services.db, userId, (tx) => sendTo(tx, userId, services)).catch((err) => {
        services.log.error({ err, userId }, 'a weekly question was not sent')
        return false
      })
      if (done) sent += 1
    }
  }
}

/**
 * Moves the next date, records the mail and queues it, in one transaction that locks the person's row: of two workers
 * only one sends, and a worker that dies has changed nothing. After a downtime of weeks one mail is sent, not one for
 * each week. The next mail comes at least five days later, also after a late one, as it does when another hour is
 * chosen (migration 0023).
 */
async function sendTo(tx: Tx, userId: string, { env, mail }: Parts): Promise<boolean> {
  const { rows } = await sql<{ due_at: string }>`
    select next_at::text as due_at from public.weekly_questions
    where user_id = ${userId} and enabled and next_at <= now()
    for update skip locked`.execute(tx)
  const dueAt = rows[0]?.due_at
  if (dueAt === undefined) return false
  await sql`
    update public.weekly_questions
    set next_at = app.next_weekly(time_zone, weekday, hour, now() + interval '5 days')
    where user_id = ${userId}`.execute(tx)

  const { email } = await tx
    .selectFrom('profiles')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirstOrThrow()
  const question = await chooseQuestion(tx, userId)
  if (email === '' || !question) return false

  const answerToken = env.inboundMail ? newAnswerToken() : null
  const token = newToken()
  await sql`
    insert into public.weekly_question_mails (user_id, prompt_id, token_hash, due_at, answer_hash, answer_until)
    values (${userId}, ${question.id}, ${hashOfToken(token)}, ${dueAt}::timestamptz,
      ${answerToken && hashOfToken(answerToken)}, now() + make_interval(days => ${limits.answerDays}))`.execute(
    tx,
  )
  const answerTo = env.inboundMail && answerToken ? answerAddress(env.inboundMail.address, answerToken) : null
  const letter = weeklyLetter({ origin: env.publicUrl, question, token, answerTo })
  await mail.sendMail(mailIn(tx), { to: email, ...letter })
  return true
}
