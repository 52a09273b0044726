import { createHmac } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import {
  type LinkPurpose,
  type NewRecordingLink,
  type RecordingLink,
  recordingLink,
} from '#contract/recording-links.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'
import type { Secrets } from '../../secrets.ts'
import { hashOfToken } from '../../token.ts'

const hour = 3_600_000
const lifetimeMs: Record<LinkPurpose, number> = {
  phone: limits.phoneLinkHours * hour,
  relative: limits.relativeLinkDays * 24 * hour,
}

/**
 * Makes a recording link. Idempotent: a repeated call with the same id, as after a lost answer, changes nothing and answers with
 * the first link. The secret appears only in the answer: it is derived from the id and from a secret that this instance alone
 * knows, and only its hash is stored.
 *
 * @throws CONFLICT when the id was used for another link, GONE when the story lies in the trash, TOO_MANY_REQUESTS
 */
export async function createLink(
  tx: Tx,
  secrets: Secrets,
  userId: string,
  draft: NewRecordingLink,
): Promise<{ link: RecordingLink; secret: string; isNew: boolean }> {
  await lockPerson(tx, userId)
  const story = await tx
    .selectFrom('stories')
    .where('user_id', '=', userId)
    .where('id', '=', draft.storyId)
    .select('deleted_at')
    .executeTakeFirst()
  if (story?.deleted_at) throw codeError('GONE')

  const secret = secretOf(secrets, userId, draft.id)
  const known = await tx
    .selectFrom('recording_links')
    .where('user_id', '=', userId)
    .where('id', '=', draft.id)
    .select(['story_id', 'purpose', 'secret_hash'])
    .executeTakeFirst()
  if (known) {
    const isSame =
      known.story_id === draft.storyId &&
      known.purpose === draft.purpose &&
      known.secret_hash === hashOfToken(secret)
    if (!isSame) throw codeError('CONFLICT')
    return { link: await getLink(tx, userId, draft.id), secret, isNew: false }
  }

  await refuseTooMany(tx, userId, draft.purpose)
  await tx
    .insertInto('recording_links')
    .values({
      user_id: userId,
      id: draft.id,
      story_id: draft.storyId,
      purpose: draft.purpose,
      made_by: userId,
      title: draft.title,
      question: draft.question,
      label: draft.label,
      transcribe: draft.transcribe,
      secret_hash: hashOfToken(secret),
      expires_at: expiryFromNow(draft.purpose),
    })
    .execute()
  return { link: await getLink(tx, userId, draft.id), secret, isNew: true }
}

/** 256 bits that nobody can compute without this instance's own secret. */
const secretOf = (secrets: Secrets, userId: string, linkId: string): string =>
  createHmac('sha256', secrets.derive('secrets of recording links'))
    .update(`${userId} ${linkId}`)
    .digest('base64url')

/** The links of one story, newest first. */
export async function listLinks(tx: Tx, userId: string, storyId: string): Promise<RecordingLink[]> {
  const rows = await described(tx.selectFrom('recording_links'))
    .where('recording_links.user_id', '=', userId)
    .where('recording_links.story_id', '=', storyId)
    .orderBy('recording_links.created_at', 'desc')
    .limit(limits.pageSizeMax)
    .execute()
  return rows.map((row) => recordingLink.parse(row))
}

/** The changes that can be made to a link, each of which has a procedure of its own. */
export const linkChanges = {
  ask: (question: string, transcribe?: boolean) => ({
    question,
    ...(transcribe === undefined ? {} : { transcribe }),
  }),
  stop: () => ({ stop_asked_at: new Date() }),
  end: () => ({ expires_at: sql<Date>`least(expires_at, now())` }),
  revoke: () => ({ revoked_at: sql<Date>`coalesce(revoked_at, now())` }),
}
type LinkChange = ReturnType<(typeof linkChanges)[keyof typeof linkChanges]>

/** @throws NOT_FOUND */
export async function changeLink(
  tx: Tx,
  userId: string,
  id: string,
  change: LinkChange,
): Promise<RecordingLink> {
  await tx
    .updateTable('recording_links')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  return getLink(tx, userId, id)
}

/**
 * Lets a link work again for its whole lifetime, on whichever device opens it first: the relative has another phone, or was slow.
 * What the device before recorded until now may still arrive.
 *
 * @throws NOT_FOUND
 */
export async function renewLink(tx: Tx, userId: string, id: string): Promise<RecordingLink> {
  const { purpose } = await getLink(tx, userId, id)
  await tx
    .updateTable('recording_links')
    .set({
      expires_at: expiryFromNow(purpose),
      revoked_at: null,
      device_hash: null,
      stop_asked_at: null,
      earlier_devices: sql<string[]>`
        array(select distinct unnest(earlier_devices || device_hash) except select null)`,
      renewed_at: sql<Date>`now()`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  return getLink(tx, userId, id)
}

async function getLink(tx: Tx, userId: string, id: string): Promise<RecordingLink> {
  const row = await described(tx.selectFrom('recording_links'))
    .where('recording_links.user_id', '=', userId)
    .where('recording_links.id', '=', id)
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  return recordingLink.parse(row)
}

function described<Selected>(links: SelectQueryBuilder<DB, 'recording_links', Selected>) {
  return links.select((link) => [
    'recording_links.id',
    'recording_links.story_id as storyId',
    'purpose',
    'title',
    'question',
    'label',
    exactInstant('recording_links.created_at').as('createdAt'),
    exactInstant('recording_links.expires_at').as('expiresAt'),
    exactInstant('recording_links.revoked_at').as('revokedAt'),
    exactInstant('recording_links.first_used_at').as('firstUsedAt'),
    link
      .selectFrom('recordings')
      .whereRef('recordings.user_id', '=', 'recording_links.user_id')
      .whereRef('recordings.link_id', '=', 'recording_links.id')
      .select((recordings) => recordings.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('recordings'),
  ])
}

/**
 * Locks the account's profile row: links requested at the same moment are counted one after another, and two requests with the same
 * id make one link.
 */
async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
}

async function refuseTooMany(tx: Tx, userId: string, purpose: LinkPurpose): Promise<void> {
  const { made } = await tx
    .selectFrom('recording_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', new Date(Date.now() - 24 * hour))
    .select((links) => links.fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow()
  const most = purpose === 'phone' ? limits.linksPerDay : limits.relativeLinksPerDay
  if (made >= most) throw codeError('TOO_MANY_REQUESTS')
}

function expiryFromNow(purpose: LinkPurpose): Date {
  return new Date(Date.now() + lifetimeMs[purpose])
}
