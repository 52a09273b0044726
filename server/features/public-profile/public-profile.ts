import { sql } from 'kysely'
import type { PublicProfile, PublicProfileChoice } from '#contract/public-profile.ts'
import { asAnonymous, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { createSeal } from '../../seal.ts'
import type { Services } from '../../services.ts'
import { hashOfToken, newToken } from '../../token.ts'
import { signAddress } from '../media/media.ts'

type Own = PublicProfileChoice & { url: string | null }
type Parts = Pick<Services, 'env' | 'secrets'>

const nothing: Own = { isPublic: false, picture: false, location: false, bio: false, url: null }
const unknownAddresses = { points: 60, seconds: 900 }

/** Which parts of a person's profile are public. */
export async function getChoice(tx: Tx, parts: Parts, userId: string): Promise<Own> {
  const row = await tx
    .selectFrom('public_profiles')
    .where('user_id', '=', userId)
    .select(['token_sealed', 'shows_picture as picture', 'shows_location as location', 'shows_bio as bio'])
    .executeTakeFirst()
  if (!row) return nothing
  const { token_sealed: sealed, ...shown } = row
  return { ...shown, isPublic: true, url: `${parts.env.publicUrl}/p/${sealOf(parts).open(sealed)}` }
}

/** Makes the profile public, changes what it shows, or withdraws it: its address then never opens anything again. */
export async function setChoice(
  tx: Tx,
  parts: Parts,
  userId: string,
  { isPublic, picture, location, bio }: PublicProfileChoice,
): Promise<Own> {
  if (!isPublic) {
    await tx.deleteFrom('public_profiles').where('user_id', '=', userId).execute()
    return nothing
  }
  const token = newToken()
  const shown = { shows_picture: picture, shows_location: location, shows_bio: bio }
  await tx
    .insertInto('public_profiles')
    .values({
      user_id: userId,
      token_hash: hashOfToken(token),
      token_sealed: sealOf(parts).seal(token),
      ...shown,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(shown))
    .execute()
  return getChoice(tx, parts, userId)
}

export type ReadProfile = (token: string, caller: string) => Promise<PublicProfile>

/** Creates the function that reads what an address shows. @throws NOT_FOUND, TOO_MANY_REQUESTS */
export function createProfileReader(services: Pick<Services, 'db' | 'env' | 'secrets'>): ReadProfile {
  const unknown = createRateLimit(services, 'public-profile-unknown', unknownAddresses)
  type Row = { user_id: string; name: string; location: string; bio: string; picture: string | null }

  return async (token, caller) => {
    const hash = hashOfToken(token)
    const row = await asAnonymous(services.db, async (tx) => {
      const { rows } = await sql<Row>`select * from app.read_public_profile(${hash})`.execute(tx)
      return rows[0]
    })
    if (!row) {
      if (!(await unknown.take(caller))) throw codeError('TOO_MANY_REQUESTS')
      throw codeError('NOT_FOUND')
    }
    const { user_id: owner, picture, ...shown } = row
    return {
      ...shown,
      pictureUrl: picture && signAddress(services.secrets, owner, picture, { profile: hash }).url,
    }
  }
}

function sealOf({ secrets }: Parts) {
  return createSeal(secrets.derive('public profiles'))
}
