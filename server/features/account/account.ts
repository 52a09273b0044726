import { sql } from 'kysely'
import type { z } from 'zod'
import { type Dashboard, profile, type profileUpdate, type Usage } from '#contract/account.ts'
import { tier } from '#contract/tier.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Secrets } from '../../secrets.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import { lockFamily, namedAs, renameTeller } from '../family-members/family-members.ts'
import { signAddress } from '../media/media.ts'

const profileColumns = [
  'profiles.id',
  'profiles.full_name as fullName',
  'profiles.email',
  'profiles.phone',
  'profiles.location',
  'profiles.bio',
  'profiles.date_format as dateFormat',
  'self.portrait_media_id as portrait',
] as const

/** What the database knows of a profile; who is an operator stands in the settings. */
const ownProfile = profile.omit({ isOperator: true })
export type OwnProfile = z.infer<typeof ownProfile>

export async function getProfile(tx: Tx, secrets: Secrets, userId: string): Promise<OwnProfile> {
  const { portrait, ...row } = await tx
    .selectFrom('profiles')
    .leftJoin('family_members as self', (join) =>
      join.onRef('self.user_id', '=', 'profiles.id').onRef('self.id', '=', 'profiles.id'),
    )
    .select(profileColumns)
    .where('profiles.id', '=', userId)
    .executeTakeFirstOrThrow()
  return ownProfile.parse({ ...row, avatarUrl: portrait && signAddress(secrets, userId, portrait).url })
}

/**
 * Changes the fields that are given.
 * @throws CONFLICT where a field no longer has the value it `was`, unless it has the one that is given: then the answer to this
 * change may have been lost
 */
export async function updateProfile(
  tx: Tx,
  secrets: Secrets,
  userId: string,
  change: z.output<typeof profileUpdate>,
): Promise<OwnProfile> {
  const { fullName, dateFormat, was, ...rest } = change
  // Before the profile's row is locked, as where somebody is renamed in the tree.
  if (fullName !== undefined) await lockFamily(tx, userId)
  if (was && (await readsOtherwise(tx, userId, was, change))) throw codeError('CONFLICT')
  const given = withoutUndefined({ ...rest, full_name: fullName, date_format: dateFormat })
  if (Object.keys(given).length > 0) {
    const before = fullName === undefined ? null : await namedAs(tx, userId, userId)
    await tx.updateTable('profiles').set(given).where('id', '=', userId).execute()
    await renameTeller(tx, userId, userId, before)
  }
  return getProfile(tx, secrets, userId)
}

/** Whether one of these fields has another value by now, and not the wished one. Locks the profile's row until the transaction ends. */
async function readsOtherwise(
  tx: Tx,
  userId: string,
  was: NonNullable<z.output<typeof profileUpdate>['was']>,
  wished: typeof was,
): Promise<boolean> {
  const now = await tx
    .selectFrom('profiles')
    .select(['full_name as fullName', 'phone', 'location', 'bio'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Object.entries(was).some(([name, text]) => {
    const field = name as keyof typeof now
    return text !== undefined && now[field] !== text && now[field] !== wished[field]
  })
}

/** The plan's hours are per month, so hours used in an earlier month do not count. */
const hoursOfThisMonth = sql<number>`case
  when used.ai_hours_month = date_trunc('month', now() at time zone 'utc')::date then used.ai_analysis_hours_used
  else 0 end`.as('aiAnalysisHoursUsed')

/** What a person's plan allows and how much of it is used. */
export async function getUsage(tx: Tx, userId: string): Promise<Usage> {
  const row = await tx
    .selectFrom('subscriptions as plan')
    .innerJoin('usage_tracking as used', 'used.user_id', 'plan.user_id')
    .innerJoin('app.allowances as limits', 'limits.user_id', 'plan.user_id')
    .where('plan.user_id', '=', userId)
    .select([
      'limits.tier',
      'plan.status',
      'used.storage_used_bytes as storageUsedBytes',
      'limits.storage_bytes as storageLimitBytes',
      hoursOfThisMonth,
      'limits.ai_hours_per_month as aiAnalysisHoursLimit',
      'used.collaborators_count as collaboratorsCount',
    ])
    .executeTakeFirstOrThrow()
  return { ...row, tier: tier.parse(row.tier) }
}

/**
 * The counts on the dashboard. Things in the trash are not counted, neither the person's own nor those that others
 * share.
 */
export async function getDashboard(tx: Tx, userId: string): Promise<Dashboard> {
  const { sharedStories, sharedStorybooks, sharedMembers, ...kept } = await tx
    .selectNoFrom((from) => [
      from
        .selectFrom('stories')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .select((stories) => stories.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('storiesRecorded'),
      from
        .selectFrom('family_members')
        .where('user_id', '=', userId)
        .where('is_self', '=', false)
        .where('placeholder_key', 'is', null)
        .select((family) => family.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('familyMembers'),
      from
        .selectFrom('storybooks')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .select((books) => books.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('storybooksCreated'),
      from
        .selectFrom('shared_access as shared')
        .innerJoin('stories', (join) =>
          join.onRef('stories.user_id', '=', 'shared.user_id').onRef('stories.id', '=', 'shared.story_id'),
        )
        .where('shared.shared_with_user_id', '=', userId)
        .where('stories.deleted_at', 'is', null)
        .select((stories) => stories.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('sharedStories'),
      from
        .selectFrom('shared_access as shared')
        .innerJoin('storybooks', (join) =>
          join
            .onRef('storybooks.user_id', '=', 'shared.user_id')
            .onRef('storybooks.id', '=', 'shared.storybook_id'),
        )
        .where('shared.shared_with_user_id', '=', userId)
        .where('storybooks.deleted_at', 'is', null)
        .select((books) => books.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('sharedStorybooks'),
      from
        .selectFrom('shared_access as shared')
        .where('shared.shared_with_user_id', '=', userId)
        .where('shared.resource_type', '=', 'family_member')
        .select((people) => people.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('sharedMembers'),
    ])
    .executeTakeFirstOrThrow()
  const sharedWithMe = { stories: sharedStories, storybooks: sharedStorybooks, familyMembers: sharedMembers }
  return { ...kept, sharedWithMe }
}
