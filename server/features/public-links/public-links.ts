import { sql } from 'kysely'
import type { PublicLink } from '#contract/public-links.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { createSeal } from '../../seal.ts'
import type { Services } from '../../services.ts'
import { hashOfToken, newToken } from '../../token.ts'

/** The story that a link is about, its owner, and the person who asks. */
export type LinkedStory = { ownerId: string; storyId: string; userId: string }
/** A field that is left out stays as it is; null removes it. */
export type LinkChange = { expiresAt?: string | null | undefined; passwordHash?: string | null | undefined }

type Parts = Pick<Services, 'secrets' | 'env'>

/** The story's current link; null where it has none. */
export async function getLink(tx: Tx, parts: Parts, story: LinkedStory): Promise<PublicLink | null> {
  const row = await openLinks(tx, story)
    .select([
      'token_sealed',
      exactInstant('expires_at').$castTo<string | null>().as('expiresAt'),
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      exactInstant('created_at').as('createdAt'),
    ])
    .executeTakeFirst()
  if (!row) return null

  const { token_sealed: sealed, ...link } = row
  return { ...link, url: `${parts.env.publicUrl}/s/${linkSeal(parts).open(sealed)}` }
}

/** Creates the story's link, or changes the existing one. */
export async function turnOn(
  tx: Tx,
  parts: Parts,
  story: LinkedStory,
  { expiresAt, passwordHash }: LinkChange,
): Promise<PublicLink> {
  const token = newToken()
  await tx
    .insertInto('public_links')
    .values({
      user_id: story.ownerId,
      resource_type: 'story',
      resource_id: story.storyId,
      token_hash: hashOfToken(token),
      token_sealed: linkSeal(parts).seal(token),
      created_by: story.userId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'resource_type', 'resource_id'])
        .where('revoked_at', 'is', null)
        // Changes nothing, but locks the link: nobody can turn it off before it is read below.
        .doUpdateSet((link) => ({ expires_at: link.ref('public_links.expires_at') })),
    )
    .execute()

  const change = {
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  }
  if (Object.keys(change).length > 0) {
    await tx
      .updateTable('public_links')
      .set(change)
      .where('user_id', '=', story.ownerId)
      .where('resource_type', '=', 'story')
      .where('resource_id', '=', story.storyId)
      .where('revoked_at', 'is', null)
      .execute()
  }
  const link = await getLink(tx, parts, story)
  if (!link) throw new Error('a link that was just made is not there')
  return link
}

/**
 * Turns the link off for good: a later link of the story gets another address. The row stays, so that a visitor with
 * the old address is told that it was turned off.
 */
export async function turnOff(tx: Tx, { ownerId, storyId }: LinkedStory): Promise<void> {
  await tx
    .updateTable('public_links')
    .set({ revoked_at: new Date(), password_hash: null })
    .where('user_id', '=', ownerId)
    .where('resource_type', '=', 'story')
    .where('resource_id', '=', storyId)
    .where('revoked_at', 'is', null)
    .execute()
}

const openLinks = (tx: Tx, { ownerId, storyId }: LinkedStory) =>
  tx
    .selectFrom('public_links')
    .where('user_id', '=', ownerId)
    .where('resource_type', '=', 'story')
    .where('resource_id', '=', storyId)
    .where('revoked_at', 'is', null)

function linkSeal({ secrets }: Parts) {
  return createSeal(secrets.derive('public links'))
}
