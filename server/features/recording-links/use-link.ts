import { sql } from 'kysely'
import { type OpenedLink, openedLink, type PhoneReport } from '#contract/recording-links.ts'
import { asLink, type LinkClaims, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { LinkCredential } from '../../http/link-credential.ts'
import type { Services } from '../../services.ts'
import { type LinkState, partsOfLink, resolveLink } from './recording-links.ts'

type Parts = Pick<Services, 'db' | 'linkLimits'>
type Asked = { link: LinkCredential | null; caller: string }

/**
 * Answers what a link is for, and ties it to the first device that opens it.
 *
 * @throws UNAUTHORIZED without a link, LINK_UNKNOWN, LINK_REVOKED, LINK_EXPIRED, LINK_TAKEN, TOO_MANY_REQUESTS, GONE
 */
export async function openLink(parts: Parts, { link, caller }: Asked): Promise<OpenedLink> {
  if (link === null) throw codeError('UNAUTHORIZED')
  const { claims, state } = await resolveLink(parts, link, caller, true)
  await parts.linkLimits.take(link.id)
  if (state === 'expired') throw codeError('LINK_EXPIRED')
  if (state === 'taken') throw codeError('LINK_TAKEN')
  return ofStory(await asLink(parts.db, claims, (tx) => describeLink(tx, claims, state)))
}

/** As many characters of a device's hash as tell the devices of one link apart. */
const DEVICE_MARK = 12

/**
 * Passes the device's report on to the owner's screens, and answers with what the owner asks of the device. A device whose link has
 * expired, or was given to another, may still report on the upload of what it began before.
 *
 * @throws UNAUTHORIZED without a link, LINK_UNKNOWN, LINK_REVOKED, LINK_TAKEN, TOO_MANY_REQUESTS, GONE
 */
export async function reportFromLink(
  parts: Parts,
  { link, caller }: Asked,
  report: PhoneReport,
): Promise<OpenedLink> {
  if (link === null) throw codeError('UNAUTHORIZED')
  const { claims, state } = await resolveLink(parts, link, caller, false)
  await parts.linkLimits.take(link.id)

  const described = await asLink(parts.db, claims, async (tx) => {
    if (state === 'taken' && !(await hasKeptLink(tx))) throw codeError('LINK_TAKEN')
    const described = await describeLink(tx, claims, state)
    const { linkId, storyId, purpose } = described.opened
    const phone = { linkId, storyId, purpose, device: claims.device.slice(0, DEVICE_MARK), ...report }
    await sql`select pg_notify('kinora_changes', ${JSON.stringify({ userId: claims.sub, phone })})`.execute(
      tx,
    )
    return described
  })
  return ofStory(described)
}

type Described = { opened: OpenedLink; isInTrash: boolean }

/**
 * Refuses a link to a story in the trash, so that nobody talks for an hour into a recording that is not accepted.
 * @throws GONE
 */
function ofStory({ opened, isInTrash }: Described): OpenedLink {
  if (isInTrash) throw codeError('GONE')
  return opened
}

/** Whether this device kept the link before another does, and what it recorded by it may still arrive. */
async function hasKeptLink(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    story: string | null
  }>`select app.link_story_begun('-infinity') as story`.execute(tx)
  return rows[0]?.story != null
}

async function describeLink(tx: Tx, { sub, link }: LinkClaims, state: LinkState): Promise<Described> {
  const row = await tx
    .selectFrom('recording_links')
    .where('user_id', '=', sub)
    .where('id', '=', link)
    .select(['story_id', 'purpose', 'title', 'question', 'stop_asked_at'])
    // The story may not exist yet: its first recording creates it.
    .select(
      sql<boolean>`exists (
        select from public.stories story
        where story.user_id = recording_links.user_id and story.id = recording_links.story_id
          and story.deleted_at is not null)`.as('isInTrash'),
    )
    .select(sql<boolean>`expires_at > now()`.as('isOpen'))
    .executeTakeFirst()
  if (!row) throw codeError('LINK_EXPIRED')

  const { nextPart } = await partsOfLink(tx)
  const opened = openedLink.parse({
    linkId: link,
    storyId: row.story_id,
    purpose: row.purpose,
    title: row.title,
    question: row.question,
    isOpen: row.isOpen && state !== 'taken',
    isTaken: state === 'taken',
    stopAskedAt: row.stop_asked_at?.toISOString() ?? null,
    nextPart,
  })
  return { opened, isInTrash: row.isInTrash }
}
