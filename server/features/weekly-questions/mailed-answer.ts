import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { mailIn } from '../../mail/mail.ts'
import { type ReadMail, readMail } from '../../mail/read-mail.ts'
import { writtenText } from '../../mail/written-text.ts'
import type { Services } from '../../services.ts'
import { sha256Of } from '../../sha256.ts'
import { hashOfToken } from '../../token.ts'
import { tokenIn } from './answer-address.ts'
import { answerLetter } from './answer-letter.ts'

type Refusal = 'too late' | 'too many'
export type AnswerOutcome = 'kept' | 'empty' | 'repeated' | 'automatic' | 'unknown address' | Refusal

type Parts = Pick<Services, 'db' | 'env' | 'mail' | 'log'>
type Place = { user_id: string; id: string; is_open: boolean }

/** How many mails to one address are answered, with a story or with why there is none. Further ones may come from a program. */
const MAILS_TOLD = 2 * limits.answersPerMail

/**
 * Turns a mail that answers a weekly question into a journal story, and tells the person whom the question was sent to.
 * The secret address that the mail was sent to is trusted, not its sender: the question may have been forwarded to
 * anybody. Automatic mails (out of office, undeliverable) create nothing, and a mail that arrives twice creates one
 * story.
 */
export async function keepMailedAnswer(
  { db, env, mail }: Parts,
  address: string,
  bytes: Uint8Array,
): Promise<AnswerOutcome> {
  const answer = readMail(bytes)
  if (isAutomatic(answer)) return 'automatic'
  const token = tokenIn(receiversOf(answer), address)
  const place = token === null ? undefined : await placeOf(db, token)
  if (!place) return 'unknown address'

  return asWorker(db, place.user_id, async (tx) => {
    const hash = messageHash(answer, bytes)
    const earlier = await earlierAnswers(tx, place, hash)
    if (earlier.some(({ message_hash }) => message_hash === hash)) return 'repeated'
    const refusal = refusalOf(place, earlier)
    if (earlier.length >= MAILS_TOLD) return refusal ?? 'too many'
    const text = refusal === null ? writtenText(answer.text ?? '') : ''
    const storyId = text === '' ? null : await writeStory(tx, place, text)
    await sql`
      insert into public.mailed_answers (user_id, mail_id, message_hash, story_id)
      values (${place.user_id}, ${place.id}, ${hash}, ${storyId})`.execute(tx)
    const { email } = await tx
      .selectFrom('profiles')
      .where('id', '=', place.user_id)
      .select('email')
      .executeTakeFirstOrThrow()
    const { attachments, isCut } = answer
    const letter = answerLetter({ origin: env.publicUrl, storyId, refusal, attachments, isCut })
    if (email !== '') await mail.sendMail(mailIn(tx), { to: email, ...letter })
    return refusal ?? (storyId === null ? 'empty' : 'kept')
  })
}

/** Whether a program wrote the mail: by the header of RFC 3834, and by the headers that older programs use instead. */
function isAutomatic({ headers }: ReadMail): boolean {
  const first = (name: string) => (headers.get(name)?.[0] ?? '').toLowerCase()
  const saysSo = first('auto-submitted')
  return (
    (saysSo !== '' && saysSo !== 'no') ||
    /^(bulk|junk|list|auto_reply)/.test(first('precedence')) ||
    first('return-path') === '<>' ||
    first('content-type').startsWith('multipart/report') ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'list-id'].some((name) => headers.has(name))
  )
}

const receiversOf = ({ headers }: ReadMail): string[] =>
  ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc'].flatMap((name) => headers.get(name) ?? [])

function messageHash({ headers }: ReadMail, bytes: Uint8Array): string {
  const id = headers.get('message-id')?.[0] ?? ''
  return sha256Of(id === '' ? bytes : id)
}

function placeOf(db: Services['db'], token: string): Promise<Place | undefined> {
  return asWorker(db, null, async (tx) => {
    const { rows } = await sql<Place>`select * from app.weekly_mail_at(${hashOfToken(token)})`.execute(tx)
    return rows[0]
  })
}

type Earlier = { message_hash: string; story_id: string | null }

/**
 * What was answered to the same mail before, and the same answer, if it came before. Holds a lock until the transaction ends, so that
 * of two deliveries of the same mail the second one finds the first.
 */
async function earlierAnswers(tx: Tx, { user_id, id }: Place, hash: string): Promise<Earlier[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mailed answer ${user_id}`}, 0))`.execute(tx)
  return tx
    .selectFrom('mailed_answers')
    .select(['message_hash', 'story_id'])
    .where('user_id', '=', user_id)
    .where((where) => where.or([where('mail_id', '=', id), where('message_hash', '=', hash)]))
    .execute()
}

/** Why an answer is not stored; null if it is. Mails of which no story was made, as nothing was written in them, do not count. */
function refusalOf({ is_open }: Place, earlier: readonly Earlier[]): Refusal | null {
  if (!is_open) return 'too late'
  return earlier.filter(({ story_id }) => story_id !== null).length >= limits.answersPerMail
    ? 'too many'
    : null
}

/**
 * Creates a journal story that has the question that the mail printed as its title, and records that it was asked in
 * the story. A very long answer becomes several notes.
 */
async function writeStory(tx: Tx, { user_id, id }: Place, text: string): Promise<string> {
  const question = await tx
    .selectFrom('weekly_question_mails as mail')
    .leftJoin('prompts', 'prompts.id', 'mail.prompt_id')
    .where('mail.user_id', '=', user_id)
    .where('mail.id', '=', id)
    .select(['prompts.id', 'prompts.text'])
    .executeTakeFirst()
  const storyId = uuidv7()
  const title = cutText((question?.text ?? 'An answer by mail').replace(/\s+/g, ' '), limits.title).trim()
  await tx
    .insertInto('stories')
    .values({ user_id, id: storyId, title, method: 'journal', description: '' })
    .execute()
  const entries = entriesOf(text).map((entry, position) => ({
    user_id,
    id: uuidv7(),
    story_id: storyId,
    text: entry,
    timestamp: '00:00',
    position,
  }))
  await tx.insertInto('story_notes').values(entries).execute()
  if (question?.id) {
    await tx
      .insertInto('prompt_asks')
      .values({ user_id, prompt_id: question.id, story_id: storyId })
      .execute()
  }
  return storyId
}

/** Splits a text into parts that a note can hold, at the end of a line where possible. */
function entriesOf(text: string): string[] {
  const entries: string[] = []
  let rest = text
  while (rest.length > limits.noteText) {
    const line = rest.lastIndexOf('\n', limits.noteText)
    const end = line > limits.noteText / 2 ? line : cutText(rest, limits.noteText).length
    entries.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...entries, rest].filter((entry) => entry !== '')
}
