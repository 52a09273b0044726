import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { asUser, asWorker } from './db/actor.ts'
import { hasCode } from './error-code.ts'
import { clientOf, type Person } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import { type Ids, idFor, keepSomethingOfEachKind } from './testing/one-of-each.ts'
import { rowsOf } from './testing/rows-of.ts'

/*
 * Two strangers and every route there is. Ana keeps one thing of each kind, all marked with one word. Mallory knows all of Ana's
 * ids and calls every operation of the OpenAPI document with them (access-plain.test.ts covers the routes outside the document).
 * Afterwards not one row of Ana's has changed, and her word was in no answer.
 */
const kinora = await createTestKinora()
const { app, person, services, database } = kinora

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const SECRET = 'wildgeese'
let ana: Person
let mallory: Person
let ids: Ids

beforeAll(async () => {
  ana = await person(`Ana ${SECRET}`)
  mallory = await person('Mallory')
  ids = await keepSomethingOfEachKind(kinora, ana, SECRET)
})

/** The body that Mallory sends to an operation, besides Ana's ids. The test fails for an operation that is missing here. */
const bodies: Record<string, () => object | undefined> = {
  'GET /notices': () => undefined,
  'PATCH /notices': () => ({ email: false }),
  'POST /notices/unsubscribe': () => ({ token: `${ana.id}.guessed` }),
  'GET /notices/push-key': () => undefined,
  'GET /notices/devices': () => undefined,
  'POST /notices/devices': () => ({
    endpoint: 'https://10.0.0.7/x',
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    name: '',
  }),
  'DELETE /notices/devices/{id}': () => undefined,
  'GET /support': () => undefined,
  'GET /public-profile': () => undefined,
  'PUT /public-profile': () => ({ isPublic: true, picture: true, location: true, bio: true }),
  'POST /public-profile/read': () => ({ token: 'unknown' }),
  'GET /profile': () => undefined,
  'PATCH /profile': () => ({ fullName: 'Taken' }),
  'GET /usage': () => undefined,
  'GET /waiting': () => undefined,
  'GET /billing': () => undefined,
  'POST /billing/upgrade': () => ({ tier: 'family', card: { brand: 'visa', last4: '4242' } }),
  'PUT /billing/card': () => ({ brand: 'visa', last4: '4242' }),
  'POST /billing/cancel': () => undefined,
  'POST /billing/resume': () => undefined,
  'POST /billing/checkout': () => ({ tier: 'family' }),
  'POST /billing/portal': () => undefined,
  'POST /billing/refresh': () => undefined,
  'PUT /operator/plan': () => ({ email: ana.email, tier: 'generation' }),
  'POST /operator/plan/read': () => ({ email: ana.email }),
  'GET /engines': () => undefined,
  'GET /fixity': () => undefined,
  'GET /fixity/damaged': () => undefined,
  'GET /stories/{id}/damaged': () => undefined,
  'GET /dashboard': () => undefined,
  'GET /trash': () => undefined,
  'GET /archive/exports': () => undefined,
  'PUT /archive/exports/{id}': () => undefined,
  'DELETE /archive/exports/{id}': () => undefined,
  'GET /archive/imports': () => undefined,
  'PUT /archive/imports/{id}': () => ({ fileName: 'taken.zip', sizeBytes: 10 }),
  'POST /archive/imports/{id}/finish': () => undefined,
  'DELETE /archive/imports/{id}': () => undefined,
  'GET /account-deletion': () => undefined,
  'POST /account-deletion': () => ({ password: 'guessed' }),
  'DELETE /account-deletion': () => undefined,
  'DELETE /trash/{type}/{id}': () => undefined,
  'GET /stories/{storyId}/comments': () => undefined,
  'PUT /stories/{storyId}/comments/{id}': () => ({ text: 'Taken' }),
  'PATCH /stories/{storyId}/comments/{id}': () => ({ text: 'Taken' }),
  'DELETE /stories/{storyId}/comments/{id}': () => undefined,
  'POST /stories/{storyId}/comments/{id}/restore': () => undefined,
  'GET /stories/{storyId}/public-link': () => undefined,
  'PUT /stories/{storyId}/public-link': () => ({ password: 'taken over' }),
  'DELETE /stories/{storyId}/public-link': () => undefined,
  'POST /public-stories/open': () => ({ token: 'guessed' }),
  'POST /public-stories/lines': () => ({ token: 'guessed', recordingId: ids.recording }),
  'GET /sharing/{resourceType}/{resourceId}': () => undefined,
  'POST /sharing/{resourceType}/{resourceId}/people': () => ({ email: mallory.email, role: 'admin' }),
  'PATCH /sharing/{resourceType}/{resourceId}/people/{id}': () => ({ role: 'admin' }),
  'DELETE /sharing/{resourceType}/{resourceId}/people/{id}': () => undefined,
  'POST /sharing/{resourceType}/{resourceId}/invitations': () => ({
    email: 'mallory@example.com',
    role: 'admin',
  }),
  'DELETE /sharing/{resourceType}/{resourceId}/invitations/{id}': () => undefined,
  'GET /shared-with-me': () => undefined,
  'GET /shared-with-me/storybooks': () => undefined,
  'GET /shared-with-me/family-members': () => undefined,
  'POST /invitation/read': () => ({ token: 'guessed' }),
  'POST /invitation/accept': () => ({ token: 'guessed' }),
  'GET /family-members': () => undefined,
  'PUT /family-members/{id}': () => ({ firstName: 'Taken', lastName: 'Over' }),
  'DELETE /family-members/{id}': () => undefined,
  'GET /family-members/{id}': () => undefined,
  'PATCH /family-members/{id}': () => ({ version: 0, firstName: 'Taken' }),
  'DELETE /family-members/{id}/portrait': () => undefined,
  'GET /family-members/{id}/stories': () => undefined,
  'GET /family': () => undefined,
  'GET /family/gedcom': () => undefined,
  'PUT /family/connections/{id}': () => ({ fromId: ids.member, toId: ana.id, type: 'other' }),
  'PATCH /family/connections/{id}': () => ({ version: 0, label: 'Taken' }),
  'DELETE /family/connections/{id}': () => undefined,
  'GET /live': () => undefined,
  'GET /media/{id}/address': () => undefined,
  'GET /uploads/{id}': () => undefined,
  'PATCH /media/{id}': () => ({ caption: 'Taken' }),
  'DELETE /media/{id}': () => undefined,
  'GET /prompts': () => undefined,
  'GET /prompts/{id}': () => undefined,
  'PUT /prompts/{id}': () => ({ text: 'Taken?' }),
  'PATCH /prompts/{id}': () => ({ version: 0, text: 'Taken?', category: 'General' }),
  'DELETE /prompts/{id}': () => undefined,
  'POST /prompts/{id}/copy': () => undefined,
  'PUT /prompts/{id}/asked/{storyId}': () => ({ at: '2026-11-21T10:00:00Z' }),
  'GET /weekly-question': () => undefined,
  'PUT /weekly-question': () => ({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 1 }),
  'POST /weekly-question/read': () => ({ token: 'guessed' }),
  'POST /weekly-question/another': () => ({ token: 'guessed' }),
  'POST /weekly-question/unsubscribe': () => ({ token: 'guessed' }),
  'GET /playlists': () => undefined,
  'GET /playlists/{id}': () => undefined,
  'PUT /playlists/{id}': () => ({ name: 'Taken', promptIds: [ids.prompt] }),
  'PATCH /playlists/{id}': () => ({ version: 0, name: 'Taken', promptIds: [ids.prompt] }),
  'DELETE /playlists/{id}': () => undefined,
  'POST /playlists/{id}/copy': () => ({ copyId: uuidv7() }),
  'POST /playlists/{id}/prompts': () => ({ promptId: ids.prompt }),
  'PUT /community/{kind}/{id}': () => undefined,
  'DELETE /community/{kind}/{id}': () => undefined,
  'POST /community/{kind}/{id}/report': () => ({ reason: 'Taken' }),
  'GET /community/reported': () => undefined,
  'POST /community/{kind}/{id}/hide': () => undefined,
  'POST /community/{kind}/{id}/show': () => undefined,
  'PUT /recording-links/{id}': () => ({ storyId: ids.story, purpose: 'relative', title: 'Taken' }),
  'GET /recording-links': () => undefined,
  'POST /recording-links/{id}/question': () => ({ question: 'Taken?' }),
  'POST /recording-links/{id}/stop': () => undefined,
  'POST /recording-links/{id}/end': () => undefined,
  'POST /recording-links/{id}/revoke': () => undefined,
  'POST /recording-links/{id}/renew': () => undefined,
  'POST /recording-link/open': () => undefined,
  'POST /recording-link/report': () => ({ state: 'ready', level: 0, keptMs: 0, sentMs: 0 }),
  'PUT /recordings/{id}': () => ({
    story: { id: ids.story, title: 'Taken' },
    part: 0,
    kind: 'video',
    mimeType: 'video/webm',
    quality: 'low',
    startedAt: '2026-11-21T10:00:00Z',
  }),
  'GET /recordings/{id}/status': () => undefined,
  'POST /recordings/{id}/complete': () => ({
    chunkCount: 1,
    sizeBytes: 1,
    sha256: '0'.repeat(64),
    durationMs: 1,
  }),
  'DELETE /recordings/{id}': () => undefined,
  'PUT /recordings/{id}/rest': () => ({ isAwaited: false }),
  'GET /speech-engine': () => undefined,
  'POST /recordings/{id}/captions': () => undefined,
  'GET /recordings/{id}/suggestions': () => undefined,
  'POST /recordings/{id}/suggestions': () => ({}),
  'POST /recordings/{id}/suggestions/approvals': () => ({ ids: [ids.suggestion] }),
  'POST /recordings/{id}/suggestions/dismissals': () => ({ ids: [ids.suggestion] }),
  'POST /recordings/{id}/suggestions/undo': () => ({ editId: uuidv7(), groupId: ids.edit }),
  'GET /stories/{storyId}/proposals': () => undefined,
  'POST /stories/{storyId}/proposals': () => ({}),
  'POST /stories/{storyId}/proposals/decisions': () => ({ ids: [ids.proposal], decision: 'accepted' }),
  'GET /recordings/{id}/transcript': () => undefined,
  'GET /recordings/{id}/transcript/lines': () => undefined,
  'GET /recordings/{id}/transcript/since/{version}': () => undefined,
  'GET /recordings/{id}/transcript/heard': () => undefined,
  'POST /recordings/{id}/transcript/edits': () => ({
    commands: [{ type: 'nameSpeaker', id: uuidv7(), speaker: '1', baseVersion: 0, name: 'Taken' }],
  }),
  'POST /recordings/{id}/transcript/replacements': () => ({
    editId: uuidv7(),
    find: SECRET,
    replacement: 'x',
  }),
  'POST /recordings/{id}/transcript/undo': () => ({ editId: uuidv7(), groupId: ids.edit }),
  'GET /recordings/{id}/transcript/history': () => undefined,
  'POST /recordings/{id}/transcript/retry': () => undefined,
  'POST /recordings/{id}/transcript/own-key': () => undefined,
  'POST /recordings/{id}/transcript/own-key/next': () => undefined,
  'POST /recordings/{id}/transcript/own-key/pieces/{index}': () => ({ answer: {} }),
  'POST /recordings/{id}/transcript/own-key/failure': () => ({ failure: 'KEY_REFUSED' }),
  'GET /recordings/{id}/transcript/export': () => undefined,
  'GET /storybooks': () => undefined,
  'GET /storybooks/month': () => undefined,
  'GET /storybooks/{id}': () => undefined,
  'GET /storybooks/{id}/pages': () => undefined,
  'GET /storybooks/{storybookId}/voices/{recordingId}': () => undefined,
  'PUT /storybooks/{id}': () => ({ title: 'Taken', storyIds: [ids.story] }),
  'PATCH /storybooks/{id}': () => ({ baseVersion: 0, title: 'Taken' }),
  'POST /storybooks/{id}/layout': () => ({ baseVersion: 0 }),
  'PATCH /storybooks/{storybookId}/pages/{id}': () => ({
    baseVersion: 0,
    content: { kind: 'dedication', text: 'Taken' },
  }),
  'DELETE /storybooks/{storybookId}/pages/{id}': () => undefined,
  'POST /storybooks/{storybookId}/pages/{id}/restore': () => undefined,
  'GET /storybooks/{storybookId}/chapters': () => undefined,
  'POST /storybooks/{storybookId}/chapters': () => ({ storyIds: [ids.story] }),
  'GET /storybooks/{storybookId}/chapters/{storyId}': () => undefined,
  'POST /storybooks/{storybookId}/chapters/{storyId}/decision': () => ({
    proposalId: uuidv7(),
    decision: 'accepted',
  }),
  'GET /storybooks/{storybookId}/pictures': () => undefined,
  'PUT /storybooks/{storybookId}/pictures/style': () => ({ style: 'ink' }),
  'PUT /storybooks/{storybookId}/pictures/people/{familyMemberId}': () => ({ description: 'Taken' }),
  'POST /storybooks/{storybookId}/pages/{id}/drawing': () => ({ drawingId: uuidv7() }),
  'DELETE /storybooks/{storybookId}/pages/{id}/drawing': () => undefined,
  'POST /storybooks/{storybookId}/pages/{id}/drawing/restore': () => undefined,
  'GET /storybooks/{storybookId}/exports': () => undefined,
  'PUT /storybooks/{storybookId}/exports/{id}': () => ({ format: 'epub' }),
  'DELETE /storybooks/{id}': () => undefined,
  'POST /storybooks/{id}/restore': () => undefined,
  'GET /search': () => undefined,
  'GET /search/stories/{id}': () => undefined,
  'GET /stories': () => undefined,
  'GET /stories/{id}': () => undefined,
  'PUT /stories/{id}': () => ({ title: 'Taken', method: 'journal' }),
  'PATCH /stories/{id}': () => ({ title: 'Taken' }),
  'PUT /stories/{storyId}/notes/{id}': () => ({ text: 'Taken', timestamp: '00:01' }),
  'DELETE /stories/{storyId}/notes/{id}': () => undefined,
  'PUT /stories/{id}/order': () => ({ notes: [ids.note], files: [ids.upload] }),
  'DELETE /stories/{id}': () => undefined,
  'POST /stories/{id}/restore': () => undefined,
}

/** Operations that need no account, but a secret that nobody can guess. */
const forHoldersOfALink = [
  'POST /public-stories/open',
  'POST /public-stories/lines',
  'POST /invitation/read',
  'POST /public-profile/read',
  'POST /weekly-question/read',
  'POST /weekly-question/another',
  'POST /weekly-question/unsubscribe',
  'POST /notices/unsubscribe',
]

const operations = await operationsOf('/api/openapi.json')

describe('every operation of the API', () => {
  test('is one this walk knows, and none is gone', () => {
    expect(operations.toSorted()).toEqual(Object.keys(bodies).toSorted())
  })

  test.for(operations)('%s is closed to whoever has not signed in', async (operation) => {
    const response = await call(operation, (path, init) => app.request(path, init))
    expect(response.status).toBe(forHoldersOfALink.includes(operation) ? 404 : 401)
  })

  test.for(operations)('%s shows and changes nothing of somebody else’s', async (operation) => {
    const before = await rowsOf(database, ana.id)

    const response = await call(operation, mallory.request)

    expect(response.status).toBeLessThan(500)
    if (operation !== 'GET /live') expect(await response.text()).not.toContain(SECRET)
    expect(await rowsOf(database, ana.id)).toEqual(before)
  })
})

describe('the database itself, whatever is asked of it', () => {
  test('shows a stranger no row of Ana’s, and lets none be changed, deleted or slipped in', async () => {
    const before = await rowsOf(database, ana.id)

    for (const table of Object.keys(before)) {
      const owner = table === 'profiles' ? 'id' : 'user_id'
      const asMallory = (statement: string) =>
        asUser(services.db, mallory.claims, (tx) => sql.raw(statement).execute(tx)).catch(
          (error: Error) => error,
        )

      const seen = await asMallory(`select * from public.${table} where ${owner} = '${ana.id}'`)
      expect(seen, table).toMatchObject({ rows: [] })
      await asMallory(`update public.${table} set ${owner} = '${mallory.id}'`)
      await asMallory(`delete from public.${table} where ${owner} = '${ana.id}'`)
      await asMallory(
        `insert into public.${table} select (jsonb_populate_record(t, jsonb_build_object('${owner}', '${ana.id}'))).* from public.${table} t`,
      )
    }
    expect(await rowsOf(database, ana.id)).toEqual(before)
  })

  /**
   * If a statement reads no row, PostgreSQL applies no select policy, and only the policies for update and delete protect the row.
   */
  test('lets a stranger and a viewer change and delete their own rows alone, also by statements that read none', async () => {
    const vera = await person('Vera')
    const shared = { email: vera.email, role: 'viewer' } as const
    for (const [resourceType, resourceId] of [
      ['story', ids.story],
      ['storybook', ids.book],
      ['family_member', ids.member],
    ] as const) {
      await ana.client.sharing.share({ ...shared, resourceType, resourceId })
    }

    for (const who of [mallory, vera]) {
      for (const { table, column } of await changeable()) {
        const whose = ownersOf[table] ?? 'user_id = $1'
        const own = await database.asOwner(`select from public.${table} where ${whose}`, [who.id])
        const touched = (statement: string) => touchedBy(who, statement)

        if (column !== null) {
          const changed = await touched(`update public.${table} set ${column} = default`)
          expect(changed, `${table} changed`).toBeLessThanOrEqual(own.rows.length)
        }
        const deleted = await touched(`delete from public.${table}`)
        expect(deleted, `${table} deleted`).toBeLessThanOrEqual(own.rows.length)
      }
    }
  })

  test('gives a job that packs an archive the rows of that account, and of nobody else', async () => {
    const own = await rowsOf(database, ana.id)
    for (const table of Object.keys(own)) {
      const packed = (who: Person) =>
        asWorker(services.db, who.id, (tx) =>
          sql<{ row: object }>`select r as row from app.archive_rows(${table}) r`.execute(tx),
        )
      const { rows } = await packed(mallory)
      expect(JSON.stringify(rows), table).not.toContain(SECRET)
      if (table === 'profiles') expect(rows).toMatchObject([{ row: { id: mallory.id } }])
    }
  })

  test('has row-level security on every table that families’ rows are in', async () => {
    const { rows } = await database.asOwner(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    )
    expect(rows).toEqual([])
  })

  test('lets a function with its owner’s rights be called by those alone to whom it is given, and look for names nowhere else', async () => {
    const { rows } = await database.asOwner(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
         and (coalesce(array_to_string(p.proconfig, ' '), '') not like '%search_path=%'
           or p.prorettype <> 'trigger'::regtype and has_function_privilege('public', p.oid, 'execute'))`,
    )
    expect(rows).toEqual([])
  })
})

test('a forged, an unsigned and another instance’s token open nothing', async () => {
  const [header, payload, signature = ''] = ana.accessToken.split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  const changed = `${header}.${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`

  for (const token of [none, changed, 'nonsense']) {
    await expect(clientOf(app, token).account.profile()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
})

/** Tables whose rows belong to a person by a column other than `user_id`. The receiver of a share may delete it. */
const ownersOf: Record<string, string> = {
  profiles: 'id = $1',
  shared_access: 'shared_with_user_id = $1',
  playlist_prompts: 'playlist_id in (select id from playlists where user_id = $1)',
}

/** Every table, with a column that people may set without naming another row, if it has one. */
async function changeable(): Promise<{ table: string; column: string | null }[]> {
  const { rows } = await database.asOwner(
    `select c.relname as table, (
       select a.attname from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         and (a.atthasdef or not a.attnotnull) and a.attname not in ('id', 'user_id')
         and has_column_privilege('authenticated', c.oid, a.attnum, 'update')
       order by a.attnum limit 1
     ) as column
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  return rows
}

class Undone extends Error {}

/** How many rows a person's statement affects, before it is rolled back; 0 if the database refuses it. */
async function touchedBy({ claims }: Person, statement: string): Promise<number> {
  let touched = 0n
  const work = asUser(services.db, claims, async (tx) => {
    const { numAffectedRows } = await sql.raw(statement).execute(tx)
    touched = numAffectedRows ?? 0n
    throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone) && !hasCode(error, '42501')) throw error
  })
  return Number(touched)
}

async function operationsOf(path: string): Promise<string[]> {
  const { paths } = document.parse(await (await app.request(path)).json())
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
  )
}

/** Calls an operation with Ana's ids in its path, as the person whom `request` stands for. */
async function call(
  operation: string,
  request: (path: string, init?: RequestInit) => Promise<Response> | Response,
) {
  const [method = '', route = ''] = operation.split(' ')
  const path = route
    .replace('{storyId}', ids.story)
    .replace('{storybookId}', ids.book)
    .replace('{familyMemberId}', ids.member)
    .replace('{resourceType}/{resourceId}', `story/${ids.story}`)
    .replace('{id}', idFor(route, ids) ?? uuidv7())
    .replace('{version}', '0')
    .replace('{kind}', 'prompt')
    .replace('{type}', 'story')
    .replace(/export$/, 'export?format=txt')
    .replace(/recording-links$/, `recording-links?storyId=${ids.story}`)
    .replace(/^\/search.*/, (search) => `${search}?q=${SECRET}`)
  const body = bodies[operation]?.()
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return request(`/api${path}`, { method, ...(body ? json : {}) })
}
