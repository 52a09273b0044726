import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { SharedRole } from '#contract/rights.ts'
import { type Invitation, invitation, type ResourceType } from '#contract/sharing.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { codeError } from '../../errors.ts'
import { mailIn } from '../../mail/mail.ts'
import { oneLine } from '../../mail/one-line.ts'
import type { Services } from '../../services.ts'
import { hashOfToken, newToken } from '../../token.ts'
import { maySee, type Named, namedResource, type Resource } from './resource.ts'

export const invitationColumns = [
  'id',
  'email',
  'role',
  exactInstant('expires_at').as('expiresAt'),
  sql<boolean>`expires_at <= now()`.as('isExpired'),
  sql<boolean>`not app.may_still_share(invitations)`.as('isWorthless'),
] as const

/**
 * Sends an invitation by mail. A second invitation of the same address replaces the first, whose link then opens
 * nothing. If the owner sent the first, the database keeps it theirs (server/db/migrations/0106).
 */
export async function invite(
  tx: Tx,
  { mail, env }: Pick<Services, 'mail' | 'env'>,
  resource: Resource,
  draft: { email: string; role: SharedRole },
): Promise<Invitation> {
  const token = newToken()
  const letter = {
    role: draft.role,
    invited_by: resource.userId,
    token_hash: hashOfToken(token),
    expires_at: new Date(Date.now() + limits.invitationDays * 86_400_000),
  }
  const row = await tx
    .insertInto('invitations')
    .values({
      user_id: resource.ownerId,
      resource_type: resource.type,
      resource_id: resource.id,
      email: draft.email.toLowerCase(),
      ...letter,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'resource_type', 'resource_id', 'email'])
        .where('accepted_at', 'is', null)
        .doUpdateSet(letter),
    )
    .returning(invitationColumns)
    .executeTakeFirstOrThrow()

  const { inviter, title, what, word } = await namesOf(tx, resource)
  await mail.sendMail(mailIn(tx), {
    to: draft.email,
    subject: `${oneLine(inviter)} shares ${what} with you`,
    text: [
      `${oneLine(inviter)} would like you to see ${word} “${oneLine(title)}”.`,
      `Open this link to see it. It works once, for ${limits.invitationDays} days:`,
      `${env.publicUrl}/invitation/${token}`,
      'If you do not know who this is from, you need not do anything.',
    ].join('\n\n'),
  })
  return invitation.parse(row)
}

async function namesOf(tx: Tx, resource: Resource) {
  const profile = await tx
    .selectFrom('profiles')
    .where('id', '=', resource.userId)
    .select(['full_name', 'email'])
    .executeTakeFirstOrThrow()
  const inviter = nameOf(profile.full_name) ?? nameOf(profile.email) ?? nobodyNamed
  return { inviter, ...(await namedResource(tx, resource)) }
}

/** An account that signed up by phone may have neither a name nor an address. */
const nobodyNamed = 'Somebody'
const nameOf = (text: string): string | null => text.trim() || null

/** Withdraws an invitation that nobody has accepted: its link then opens nothing. @throws NOT_FOUND */
export async function cancelInvitation(tx: Tx, resource: Resource, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('user_id', '=', resource.ownerId)
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw codeError('NOT_FOUND')
}

/** Withdraws the invitations of an address to a thing that give one of these roles and that nobody has accepted. */
export async function takeBackLetters(
  tx: Tx,
  resource: Resource,
  email: string,
  roles: readonly SharedRole[],
): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('user_id', '=', resource.ownerId)
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .where('email', '=', email.toLowerCase())
    .where('role', 'in', roles)
    .where('accepted_at', 'is', null)
    .execute()
}

type Letter = {
  resourceType: ResourceType
  title: string
  inviter: string
  role: SharedRole
  state: 'open' | 'used' | 'expired'
}

/** An invitation, and what it gives access to; null for an unknown token. */
export async function findInvitation(tx: Tx, token: string): Promise<Letter | null> {
  const { rows } = await sql<Letter>`
    select resource_type as "resourceType", title, inviter, role, state
    from app.read_invitation(${hashOfToken(token)})`.execute(tx)
  return rows[0] ?? null
}

/**
 * What an invitation says. `isYours`: it was taken, by the person who asks.
 * @throws INVITATION_USED, INVITATION_EXPIRED
 */
export function readInvitation({ state, ...letter }: Letter, isYours: boolean) {
  if (!isYours) refuse(state)
  return { ...letter, inviter: nameOf(letter.inviter) ?? nobodyNamed, ...(isYours ? { isYours } : {}) }
}

type Accepted = {
  state: 'accepted' | 'used' | 'expired'
  resource_type: ResourceType
  resource_id: string
}

/**
 * Turns an invitation into access for the signed-in person, once.
 * @throws NOT_FOUND, INVITATION_USED, INVITATION_EXPIRED
 */
export async function acceptInvitation(tx: Tx, token: string): Promise<Named> {
  const accepted = await accept(tx, token)
  if (!accepted) throw codeError('NOT_FOUND')
  refuse(accepted.state)
  return { resourceType: accepted.resource_type, resourceId: accepted.resource_id }
}

/** Whether a used invitation gave the signed-in person what they may still see. */
export async function isTakenByCaller(tx: Tx, token: string): Promise<boolean> {
  return (await accept(tx, token))?.state === 'accepted'
}

/** To whoever took it, an invitation gives the same again, but not what was taken away from them since. */
async function accept(tx: Tx, token: string): Promise<Accepted | undefined> {
  const { rows } = await sql<Accepted>`select * from app.accept_invitation(${hashOfToken(token)})`.execute(tx)
  const [accepted] = rows
  if (accepted?.state !== 'accepted') return accepted

  const given = { resourceType: accepted.resource_type, resourceId: accepted.resource_id }
  return (await maySee(tx, given)) ? accepted : { ...accepted, state: 'used' }
}

function refuse(state: string): void {
  if (state === 'used') throw codeError('INVITATION_USED')
  if (state === 'expired') throw codeError('INVITATION_EXPIRED')
}
