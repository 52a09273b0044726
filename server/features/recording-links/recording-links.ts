import { os } from '@orpc/server'
import { sql } from 'kysely'
import { asLink, asRecorder, asUser, type LinkClaims, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { LinkCredential } from '../../http/link-credential.ts'
import type { RequestContext } from '../../http/signed-in.ts'
import { runAgain } from '../../run-again.ts'
import type { Services } from '../../services.ts'

/**
 * `open`: everything that a link allows. `expired` and `taken` (another device has opened the link): what this device began
 * before may still arrive, whether or not the server knew of it, but nothing new begins.
 */
export type LinkState = 'open' | 'expired' | 'taken'
export type LinkGrant = { id: string; device: string; state: LinkState }

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Who records: a person who is signed in, or a device that was handed a link. `run` is the way to their rows. */
export type Recorder = {
  /** The account that owns the rows. */
  userId: string
  link: LinkGrant | null
  run: Run
  /**
   * Runs a transaction that may take the next chunk of a recording and nothing else. Its caller repeats it after a conflict;
   * `run` does so itself.
   */
  runNextChunk: Run
}

type Caller = Pick<RequestContext, 'claims' | 'link' | 'caller'>
type Parts = Pick<Services, 'db' | 'linkLimits'>

/**
 * Finds out who records, and how to reach their rows.
 *
 * @throws UNAUTHORIZED without a sign-in or a link; LINK_UNKNOWN, LINK_REVOKED or TOO_MANY_REQUESTS for a link that opens nothing
 */
export async function recorderOf(parts: Parts, caller: Caller): Promise<Recorder> {
  const { claims, link } = caller
  if (claims !== null) {
    return {
      userId: claims.sub,
      link: null,
      run: (work) => asUser(parts.db, claims, work),
      runNextChunk: (work) => asRecorder(parts.db, claims, work),
    }
  }
  if (link === null) throw codeError('UNAUTHORIZED')

  const { claims: owner, state } = await resolveLink(parts, link, caller.caller, false)
  return {
    userId: owner.sub,
    link: { id: owner.link, device: owner.device, state },
    run: (work) => runAgain(() => asLink(parts.db, owner, work)),
    runNextChunk: (work) => asLink(parts.db, owner, work),
  }
}

/** Middleware that admits people who have signed in and devices with a link, and adds them as `context.recorder`. */
export function requireRecorder(parts: Parts) {
  return os
    .$context<RequestContext>()
    .middleware(async ({ context, next }) =>
      next({ context: { recorder: await recorderOf(parts, context) } }),
    )
}

/**
 * Finds the owner and the state of a link; with `opening`, the link is tied to the first device that opens it. The policies check
 * the claims again in each transaction, so a link that is revoked in between opens nothing.
 *
 * @throws LINK_UNKNOWN, LINK_REVOKED, TOO_MANY_REQUESTS after too many wrong guesses
 */
export async function resolveLink(
  { db, linkLimits }: Parts,
  link: LinkCredential,
  caller: string,
  opening: boolean,
): Promise<{ claims: LinkClaims; state: LinkState }> {
  const { id, secretHash, deviceHash } = link
  await linkLimits.assertMayGuess(caller, link)
  const { rows } = await asLink(db, null, (tx) =>
    sql<{ user_id: string; state: LinkState | 'revoked' }>`
      select * from app.find_recording_link(${id}, ${secretHash}, ${deviceHash}, ${opening})`.execute(tx),
  )
  const [found] = rows
  if (!found) {
    await linkLimits.countWrongGuess(caller)
    throw codeError('LINK_UNKNOWN')
  }
  linkLimits.keepFound(link)
  if (found.state === 'revoked') throw codeError('LINK_REVOKED')
  return { claims: { sub: found.user_id, link: id, device: deviceHash }, state: found.state }
}

/**
 * The title and description of the story in which a link's device begins a recording, and whether that is transcribed by itself.
 *
 * @param startedAt when the device began to record: what it began before the link expired or was renewed may still arrive
 * @throws LINK_EXPIRED, LINK_TAKEN or LINK_UNKNOWN when the device may not begin a recording in this story
 */
export async function storyOfLink(
  tx: Tx,
  { id, state }: LinkGrant,
  storyId: string,
  startedAt: string,
): Promise<{ title: string; description: string; transcribe: boolean }> {
  const row = await tx
    .selectFrom('recording_links')
    .where('id', '=', id)
    .where('story_id', '=', storyId)
    .where('story_id', '=', sql<string>`app.link_story_begun(${startedAt})`)
    .select(['title', 'question as description', 'transcribe'])
    .executeTakeFirst()
  if (row) return row

  if (state === 'expired') throw codeError('LINK_EXPIRED')
  throw codeError(state === 'taken' ? 'LINK_TAKEN' : 'LINK_UNKNOWN')
}

/** How many recordings the story of a link has, those of other devices included, and the number of the next one. */
export async function partsOfLink(tx: Tx): Promise<{ parts: number; nextPart: number }> {
  const { rows } = await sql<{ parts: number; nextPart: number }>`
    select parts, next_part as "nextPart" from app.link_parts()`.execute(tx)
  return rows[0] ?? { parts: 0, nextPart: 0 }
}
