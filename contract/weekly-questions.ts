import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, instant } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'

/** Only names are accepted: some readers count a bare offset such as +02:00 to the west, others to the east. */
const isTimeZone = (name: string) => {
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const wish = z.object({
  enabled: z.boolean(),
  /** An IANA name, such as Europe/Berlin. */
  timeZone: z.string().min(1).max(64).refine(isTimeZone, 'is the name of no time zone'),
  /** 1 (Monday) to 7. */
  weekday: z.int().min(1).max(7),
  /** The hour of the local time there. */
  hour: z.int().min(0).max(23),
})
export type WeeklyWish = z.infer<typeof wish>

/** `wish` is null for a person who never set up weekly questions. */
export const weeklyQuestion = z.object({
  wish: wish.nullable(),
  /** When the next question is sent; null while none is due. */
  nextAt: instant.nullable(),
})
export type WeeklyQuestion = z.infer<typeof weeklyQuestion>

/** The token of a mail, which stands in the fragment (after the #) of its links. */
const token = z.object({ token: z.string().min(1).max(200) })
const mailed = z.object({
  enabled: z.boolean(),
  question: z.object({ id, text: z.string(), category: z.string() }).nullable(),
})
export type MailedQuestion = z.infer<typeof mailed>

const byMail = oc.errors(errors('BAD_REQUEST', 'INTERNAL_SERVER_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'))

export const weeklyQuestionsContract = {
  get: procedure
    .route({
      method: 'GET',
      path: '/weekly-question',
      summary: 'Whether you get a question by mail, and when',
    })
    .output(weeklyQuestion),
  set: procedure
    .route({
      method: 'PUT',
      path: '/weekly-question',
      summary: 'Get a question by mail once a week, or no longer',
    })
    .input(wish)
    .output(weeklyQuestion),
  read: byMail
    .route({ method: 'POST', path: '/weekly-question/read', summary: 'The question of a mail, by its token' })
    .input(token)
    .output(mailed),
  another: byMail
    .route({ method: 'POST', path: '/weekly-question/another', summary: 'Another question for that mail' })
    .input(token)
    .output(mailed),
  unsubscribe: byMail
    .route({ method: 'POST', path: '/weekly-question/unsubscribe', summary: 'No more such mails' })
    .input(token)
    .output(mailed),
}
