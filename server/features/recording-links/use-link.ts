import { sql } from 'kysely'
import { type OpenedLink, openedLink, type PhoneReport } from '#contract/recording-links.ts'
import { asLink, type LinkClaims, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { LinkCredential } from '../../http/link-credential.ts'
import type { Services } from '../../services.ts'
import { partsOfLink, resolveLink } from './recording-links.ts'

type Parts = Pick<Services, 'db' | 'linkLimits'>
type Asked = { link: LinkCredential | null; caller: string }

/** What a link is for. The first device that opens it keeps it. */
export async function openLink(parts: Parts, { link, caller }: Asked): Promise<OpenedLink> {
  if (link === null) throw codeError('UNAUTHORIZED')
  const { claims, state } = await resolveLink(parts, link, caller, true)
  await parts.linkLimits.take(link.id)
  if (state === 'expired') throw codeError('LINK_EXPIRED')
  if (state === 'taken') throw codeError('LINK_TAKEN')
  return ofStory(await asLink(parts.db, claims, (tx) => describeLink(tx, claims)))
}

/**
 * Tells the owner's screens how the device is doing, and the device what they wish. A link that has run out still tells
 * how what was begun arrives.
 */
export async function reportFromLink(
  parts: Parts,
  { link, caller }: Asked,
  report: PhoneReport,
): Promise<OpenedLink> {
  if (link === null) throw codeError('UNAUTHORIZED')
  const { claims, state } = await resolveLink(parts, link, caller, false)
  await parts.linkLimits.take(link.id)
  if (state === 'taken') throw codeError('LINK_TAKEN')

  const described = await asLink(parts.db, claims, async (tx) => {
    const described = await describeLink(tx, claims)
    const { linkId, storyId, purpose } = described.opened
    const phone = { linkId, storyId, purpose, ...report }
    await sql`select pg_notify('kinora_changes', ${JSON.stringify({ userId: claims.sub, phone })})`.execute(
      tx,
    )
    return described
  })
  return ofStory(described)
}

type Described = { opened: OpenedLink; isInTrash: boolean }

/** Nobody should be asked to tell for an hour into a story that takes nothing. @throws GONE */
function ofStory({ opened, isInTrash }: Described): OpenedLink {
  if (isInTrash) throw codeError('GONE')
  return opened
}

async function describeLink(tx: Tx, { sub, link }: LinkClaims): Promise<Described> {
  const row = await tx
    .selectFrom('recording_links')
    .where('user_id', '=', sub)
    .where('id', '=', link)
    .select(['story_id', 'purpose', 'title', 'question', 'stop_asked_at'])
    // One that its first recording makes is not there yet.
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
    isOpen: row.isOpen,
    stopAskedAt: row.stop_asked_at?.toISOString() ?? null,
    nextPart,
  })
  return { opened, isInTrash: row.isInTrash }
}
