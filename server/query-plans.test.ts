import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { asWorker } from './db/actor.ts'
import { writeCursor } from './db/cursor.ts'
import { hasCode } from './error-code.ts'
import { type Person, signIn } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import {
  foreignReads,
  indexesOf,
  walksThroughCommunity,
  wholeReads,
  wholeReadsOfJob,
  wholeSorts,
} from './testing/query-plan-rules.ts'
import { type QueryPlanNode, shapeOf, watchQueryPlans, withAll } from './testing/query-plans-of.ts'
import { seedEmail, seedInstance, seedPassword } from './testing/seed/seed-instance.ts'

/*
 * How PostgreSQL executes the queries of the screens: through an index, or by reading a whole table. One family has twenty times as
 * much as each of the others, and is still a small part of every table. KINORA_WRITE_QUERY_PLANS=true writes the expected plans
 * anew.
 */
const isRewriting = process.env.KINORA_WRITE_QUERY_PLANS === 'true'
const kinora = await createTestKinora({ OPERATOR_EMAILS: seedEmail(1) })
const { app, database, services } = kinora
await seedInstance(
  database.connection,
  {
    families: 60,
    large: 1,
    storiesOfLarge: 45,
    storiesOfSmall: 6,
    linesOfLarge: 10,
    lines: 1500,
    vastTree: 100,
    smallTree: 12,
  },
  null,
  () => undefined,
)
// Fills the tables that the seed leaves empty, because the planner has no statistics on an empty table.
await database.asOwner(`
  insert into stories (user_id, title, method, deleted_at)
  select id, 'Gone', 'journal', now() - n * interval '1 hour' from profiles, generate_series(1, 10) n;
  insert into weekly_questions (user_id, enabled, time_zone, weekday, hour)
  select id, true, 'UTC', 1, 1 from profiles;
  insert into weekly_question_mails (user_id, token_hash, due_at)
  select id, encode(sha256((id::text || n)::bytea), 'hex'), now() - n * interval '7 days'
  from profiles, generate_series(1, 20) n;
  insert into damaged_media (user_id, media_id, damage)
  select user_id, id, 'changed' from media where role = 'original' and state = 'stored';
  insert into archive_imports (user_id, id, state, size_bytes, created_at)
  select id, gen_random_uuid(), 'completed', 1, now() - n * interval '1 day' from profiles, generate_series(1, 20) n;
  insert into auth.audit_log_entries (id, user_id, payload, created_at)
  select gen_random_uuid(), id, '{"action": "login", "traits": {}}', now() - n * interval '1 day'
  from profiles, generate_series(1, 20) n;
  insert into auth.mfa_factors (id, user_id, factor_type) select gen_random_uuid(), id, 'totp' from profiles, generate_series(1, 4);
  insert into prompts (user_id, text, published_at)
  select id, 'Which ' || case when n = 1 and email like '%9@%' then 'heirloom' else 'day' end || ' do you think of?', now()
  from profiles, generate_series(1, 50) n;
  insert into playlists (user_id, name, published_at)
  select id, case when n = 1 and email like '%9@%' then 'Heirlooms' else 'Days' end, now() from profiles, generate_series(1, 50) n;
  insert into community_reports (user_id, prompt_id)
  select owner, id from (select min(user_id::text)::uuid as owner from prompts) o, lateral (select id from prompts limit 9) p;
  insert into community_reports (user_id, playlist_id)
  select user_id, p.id from community_reports r, lateral (select id from playlists limit 1) p limit 1;
  update prompts set hidden_at = now() where id in (select id from prompts where not is_official limit 9);
  update playlists set hidden_at = now() where id in (select id from playlists where not is_official limit 9)`)
// Vacuuming matters as well as analysing: the visibility map influences the choice of plans.
await database.asOwner('vacuum analyze')
const indexes = await indexesOf(database)
const { plansOf, allowSorting } = await watchQueryPlans(kinora)
const owner: Person = await signIn(app, { email: seedEmail(1), password: seedPassword })
const reader: Person = await signIn(app, { email: seedEmail(2), password: seedPassword })

type Ids = Record<
  'story' | 'recording' | 'media' | 'member' | 'book' | 'prompt' | 'playlist' | 'shared',
  string
>
let ids: Ids
let token = ''
let profile = ''

beforeAll(async () => {
  const { rows } = await database.asOwner(
    `select s.id as story, r.id as recording, r.original_media_id as media,
      (select m.id from family_members m where m.user_id = s.user_id and m.id <> m.user_id order by m.id limit 1) as member,
      (select b.id from storybooks b where b.user_id = s.user_id order by b.id limit 1) as book,
      (select p.id from prompts p where p.user_id = s.user_id order by p.id limit 1) as prompt,
      (select p.id from playlists p where p.user_id = s.user_id order by p.id limit 1) as playlist,
      (select a.resource_id from shared_access a where a.user_id = s.user_id and a.shared_with_user_id = $2
        order by a.id limit 1) as shared
    from stories s join recordings r on r.user_id = s.user_id and r.story_id = s.id
    where s.user_id = $1 order by s.created_at desc limit 1`,
    [owner.id, reader.id],
  )
  ids = rows[0]
  const link = await owner.client.publicLinks.turnOn({ storyId: ids.story })
  token = link.url.split('/').at(-1) ?? ''
  const shown = { isPublic: true, picture: true, location: true, bio: true }
  const { url } = await owner.client.publicProfile.set(shown)
  profile = url?.split('/').at(-1) ?? ''
})

const reads = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures)
    .map(([name, { '~orpc': procedure }]) => [`${feature}.${name}`, procedure] as const)
    .filter(([, { route }]) => route.method === 'GET'),
)

/** One call of each reading procedure, as a screen makes it; `next` is the page after the first. */
const asked: Record<string, (client: Person['client']) => Promise<unknown>> = {
  'account.dashboard': (client) => client.account.dashboard(),
  'account.profile': (client) => client.account.profile(),
  'account.usage': (client) => client.account.usage(),
  'account.waiting': (client) => client.account.waiting(),
  'accountEnd.get': (client) => client.accountEnd.get(),
  'archive.exports': (client) => client.archive.exports(),
  'archive.imports': (client) => client.archive.imports(),
  'billing.get': (client) => client.billing.get(),
  'bookChapters.list': (client) => client.bookChapters.list({ storybookId: ids.book }),
  'bookChapters.read': (client) =>
    client.bookChapters.read({ storybookId: ids.book, storyId: ids.story }).catch(absent),
  'bookPictures.get': (client) => client.bookPictures.get({ storybookId: ids.book }),
  'comments.list': (client) => paged((page) => client.comments.list({ ...page, storyId: ids.story })),
  'community.reported': (client) => client.community.reported(),
  'family.exportGedcom': (client) => client.family.exportGedcom({}),
  'family.tree': (client) => client.family.tree(),
  'familyMembers.get': (client) => client.familyMembers.get({ id: ids.member }),
  'familyMembers.list': (client) => paged((page) => client.familyMembers.list(page)),
  'familyMembers.stories': (client) => client.familyMembers.stories({ id: ids.member }),
  'media.address': (client) => client.media.address({ id: ids.media }),
  'media.upload': (client) => client.media.upload({ id: ids.media }).catch(absent),
  'notices.devices': (client) => client.notices.devices(),
  'notices.get': (client) => client.notices.get(),
  'prompts.get': (client) => client.prompts.get({ id: ids.prompt }),
  'prompts.list': (client) => paged((page) => client.prompts.list(page)),
  'prompts.list own': (client) => paged((page) => client.prompts.list({ ...page, list: 'own' })),
  'prompts.list community': (client) => paged((page) => client.prompts.list({ ...page, list: 'community' })),
  'prompts.list by words': (client) => client.prompts.list({ limit: 20, search: 'winter' }),
  'prompts.list not asked': (client) => client.prompts.list({ limit: 20, asked: 'no' }),
  'prompts.list asked': (client) => client.prompts.list({ limit: 20, asked: 'yes' }),
  'prompts.list official': (client) => paged((page) => client.prompts.list({ ...page, list: 'official' })),
  'prompts.list of a category': (client) =>
    paged((page) => client.prompts.list({ ...page, category: 'Cultural Traditions' })),
  'prompts.playlist': (client) => client.prompts.playlist({ id: ids.playlist }),
  'prompts.playlists': (client) => paged((page) => client.prompts.playlists(page)),
  'prompts.playlists own': (client) => paged((page) => client.prompts.playlists({ ...page, list: 'own' })),
  'prompts.playlists community': (client) =>
    paged((page) => client.prompts.playlists({ ...page, list: 'community' })),
  'prompts.playlists by words': (client) => client.prompts.playlists({ limit: 20, search: 'sunday' }),
  'prompts.playlists of a category': (client) =>
    client.prompts.playlists({ limit: 20, category: 'Cultural Traditions' }),
  'publicLinks.get': (client) => client.publicLinks.get({ storyId: ids.story }),
  'publicProfile.get': (client) => client.publicProfile.get(),
  'publicProfile.read': (client) => client.publicProfile.read({ token: profile }),
  'publicStories.lines': (client) => client.publicStories.lines({ token, recordingId: ids.recording }),
  'publicStories.open': (client) => client.publicStories.open({ token }),
  'recordingLinks.list': (client) => client.recordingLinks.list({ storyId: ids.story }),
  'recordings.status': (client) => client.recordings.status({ id: ids.recording }),
  'search.find': (client) => client.search.find({ q: 'winter letter' }),
  'search.find next page': (client) => paged((page) => client.search.find({ ...page, q: 'the' })),
  'search.find beginning of a word': (client) => client.search.find({ q: 'wint' }),
  'search.find misspelt name': (client) => client.search.find({ q: 'Magdalna' }),
  'search.inStory': (client) => client.search.inStory({ id: ids.story, q: 'mother' }),
  'search.inStory next page': (client) => {
    const cursor = writeCursor([ids.recording, 0, ids.recording, 0])
    return client.search.inStory({ id: ids.story, q: 'mother', cursor })
  },
  'sharing.get': (client) => client.sharing.get({ resourceType: 'story', resourceId: ids.story }),
  'sharing.membersWithMe': (client) => paged((page) => client.sharing.membersWithMe(page)),
  'sharing.storybooksWithMe': (client) => paged((page) => client.sharing.storybooksWithMe(page)),
  'sharing.withMe': (client) => paged((page) => client.sharing.withMe(page)),
  'stories.get': (client) => client.stories.get({ id: ids.story }),
  'stories.list': (client) => paged((page) => client.stories.list(page)),
  'storyProposals.list': (client) => client.storyProposals.list({ storyId: ids.story }),
  'storybookExports.list': (client) => client.storybookExports.list({ storybookId: ids.book }),
  'fixity.get': (client) => client.fixity.get(),
  'fixity.damaged': (client) => client.fixity.damaged(),
  'fixity.inStory': (client) => client.fixity.inStory({ id: ids.story }),
  'storybooks.get': (client) => client.storybooks.get({ id: ids.book }),
  'storybooks.list': (client) => paged((page) => client.storybooks.list(page)),
  'storybooks.month': (client) => client.storybooks.month(),
  'storybooks.pages': (client) => paged((page) => client.storybooks.pages({ ...page, id: ids.book })),
  'storybooks.voice': (client) =>
    client.storybooks.voice({ storybookId: ids.book, recordingId: ids.recording }).catch(absent),
  'suggestions.list': (client) => client.suggestions.list({ id: ids.recording }),
  'transcripts.export': (client) => client.transcripts.export({ id: ids.recording, format: 'txt' }),
  'transcripts.get': (client) => client.transcripts.get({ id: ids.recording }),
  'transcripts.heard': (client) => paged((page) => client.transcripts.heard({ ...page, id: ids.recording })),
  'transcripts.history': (client) =>
    paged((page) => client.transcripts.history({ ...page, id: ids.recording })),
  'transcripts.lines': (client) => paged((page) => client.transcripts.lines({ ...page, id: ids.recording })),
  'transcripts.since': (client) => client.transcripts.since({ id: ids.recording, version: 0 }),
  'trash.list': (client) => paged((page) => client.trash.list(page)),
  'weeklyQuestions.get': (client) => client.weeklyQuestions.get(),
}
/** Lists of the account service, which are not procedures. */
const askedOfAccounts: typeof asked = {
  'auth activity': () => owner.request('/auth/v1/user/activity?limit=2').then(expectAnswer),
  'auth sessions': () => owner.request('/auth/v1/user/sessions').then(expectAnswer),
}
/** Queries that find few of all published rows, which PostgreSQL may therefore sort. */
const askedForFew: typeof asked = {
  'prompts.list community by words': (client) =>
    client.prompts.list({ limit: 20, list: 'community', search: 'heirl' }),
  'prompts.list community of a category': (client) =>
    client.prompts.list({ limit: 20, list: 'community', category: 'Cultural Traditions' }),
  'prompts.list community asked': (client) =>
    client.prompts.list({ limit: 20, list: 'community', asked: 'yes' }),
  'prompts.playlists community by words': (client) =>
    client.prompts.playlists({ limit: 20, list: 'community', search: 'heirl' }),
}
/** What jobs look for in all families, several times a day or nightly. */
const askedInBackground = [
  'app.lost_transcripts()',
  'app.lost_recordings()',
  'app.silent_recordings(1)',
  'app.stories_awaiting_comparison()',
  'app.expired_uploads()',
  'app.expired_archives(1)',
  'app.expired_stories(30)',
  'app.empty_notes_bin(30)',
  'app.empty_deleted_comments(30)',
  'app.empty_deleted_storybooks(30)',
  'app.due_weekly_questions(10)',
  'app.due_plans(10)',
  'app.unpaid_plans(10)',
  'app.due_deletions()',
  'app.fixity_due(30, 10)',
  'app.owners_to_tell_of_damage()',
  'app.tell_operators_of_damage()',
]
/** Procedures that do not query the database; the first of them answers with an endless stream. */
const unasked = ['live.changes', 'engines.get', 'help.support', 'notices.pushKey', 'transcripts.engine']
/** Shared stories are reached through other policies than one's own stories. */
const askedByReader: Record<string, (client: Person['client']) => Promise<unknown>> = {
  'sharing.withMe': (client) => paged((page) => client.sharing.withMe(page)),
  'stories.get': (client) => client.stories.get({ id: ids.shared }),
  'comments.list': (client) => paged((page) => client.comments.list({ ...page, storyId: ids.shared })),
  'search.find': (client) => client.search.find({ q: 'winter letter' }),
  'search.inStory': (client) => client.search.inStory({ id: ids.shared, q: 'mother' }),
}

/**
 * Lists that PostgreSQL may sort: search results by rank, people of a book by name, and waiting or reported things, which are few.
 */
const ranked = new Set([
  'search.find',
  'search.inStory',
  'bookPictures.get',
  'account.waiting',
  'community.reported',
])

/**
 * PostgreSQL 15 collects a person's questions and sorts them, while 18 walks from the newest until a page is full; both read
 * little.
 */
const gatheredOrWalked = new Set(['prompts.list asked'])

const expectAnswer = ({ status }: Response) => expect(status).toBe(200)

/** Some screens ask for things that do not exist, which takes a look-up as well. */
const absent = (error: unknown) => {
  if (!hasCode(error, 'NOT_FOUND')) throw error
}

/**
 * Checks the session beforehand: the check runs once a minute with whichever call comes first, and is not part of that call's plan.
 */
async function askForSession({ accessToken }: Person): Promise<void> {
  await services.verifyAccessToken(accessToken)
}

/** Requests the first page and the one after it. */
async function paged(
  list: (page: { limit: number; cursor?: string }) => Promise<{ nextCursor: string | null }>,
): Promise<void> {
  const { nextCursor } = await list({ limit: 2 })
  if (nextCursor !== null) await list({ limit: 2, cursor: nextCursor })
}

test('every procedure that reads is looked at', () => {
  const looked = new Set([...Object.keys(asked).map((name) => name.split(' ')[0]), ...unasked])

  expect(reads.map(([name]) => name).filter((name) => !looked.has(name))).toEqual([])
})

describe.each([
  { of: '', who: owner, calls: { ...asked, ...askedOfAccounts } },
  { of: ' shared', who: reader, calls: askedByReader },
])('$who.email', ({ of, who, calls }) => {
  beforeEach(() => askForSession(who))

  test.each(Object.entries(calls))('%s reads no whole table', async (name, ask) => {
    const plans = await plansOf(() => ask(who.client))

    expect(tablesOf(plans), 'what is not asked has no plan').not.toEqual([])
    expect(plans.flatMap(wholeReads)).toEqual([])
    expect(plans.flatMap((plan) => foreignReads(plan, indexes))).toEqual([])
    if (!ranked.has(name.split(' ')[0] ?? '') && !gatheredOrWalked.has(name))
      expect(plans.flatMap((plan) => wholeSorts(plan, indexes))).toEqual([])
    expectTables(`${name}${of}`, plans)
  })
})

describe('in the background', () => {
  test.each(askedInBackground)('%s reads no whole table', async (list) => {
    const plans = await plansOf(() =>
      asWorker(services.db, null, (tx) => sql.raw(`select * from ${list}`).execute(tx)),
    )

    expect(tablesOf(plans), 'what is not asked has no plan').not.toEqual([])
    expect(plans.flatMap((plan) => wholeReadsOfJob(plan, indexes))).toEqual([])
  })
})

describe('Community', () => {
  beforeAll(allowSorting)
  beforeEach(() => askForSession(owner))

  test.each(Object.entries(askedForFew))('%s finds few without looking through all', async (name, ask) => {
    const plans = await plansOf(() => ask(owner.client))

    expect(tablesOf(plans), 'what is not asked has no plan').not.toEqual([])
    expect(plans.flatMap(wholeReads)).toEqual([])
    expect(plans.flatMap((plan) => foreignReads(plan, indexes))).toEqual([])
    expect(plans.flatMap(walksThroughCommunity)).toEqual([])
    expectTables(name, plans)
  })
})

function expectTables(name: string, plans: QueryPlanNode[]): void {
  const file = join(import.meta.dirname, 'testing/query-plans', `${name}.txt`.replaceAll(' ', '-'))
  if (isRewriting) writeFileSync(file, textOf(plans))
  expect(tablesIn(readFileSync(file, 'utf8'))).toEqual(tablesIn(textOf(plans)))
}

/**
 * The tables that are read, and the steps. Only the first line is compared; the steps are for people, because the planner switches
 * between equivalent indexes and join orders. The same rows give the same steps each time, but a few more rows in any table, or
 * another version of PostgreSQL, turn `stories_pkey` into `stories_newest` in every fifth plan, and neither is wrong. The rules
 * above check what a step may do.
 */
function textOf(plans: QueryPlanNode[]): string {
  const steps = [...new Set(plans.map(shapeOf))].filter(Boolean)
  return `${[`Reads ${tablesOf(plans).join(', ')}`, ...steps].join('\n\n')}\n`
}

function tablesOf(plans: QueryPlanNode[]): string[] {
  const tables = plans.flatMap(withAll).flatMap((node) => node['Relation Name'] ?? [])
  return [...new Set(tables)].toSorted()
}

const tablesIn = (text: string) => text.split('\n', 1)[0]
