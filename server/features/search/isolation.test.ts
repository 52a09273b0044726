import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { asAnonymous, asUser, asWorker, type Tx } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'

/*
 * Two families with the same words. Search has a function that bypasses the policies, so everything that it can be asked is
 * asked here directly, without the API: by a stranger, by visitors, by the worker and with claims of all shapes.
 */
const { app, person, services, database } = await createTestKinora()
const NOBODY = '00000000-0000-0000-0000-000000000000'
let ana: Person
let mallory: Person
let anasStory: string

beforeAll(async () => {
  ana = await person('Ana')
  mallory = await person('Mallory')
  anasStory = await keep(ana, 'Wildgeese of Ana')
  await keep(mallory, 'Wildgeese of Mallory')
})

async function keep(who: Person, title: string): Promise<string> {
  const { id } = await who.client.stories.create({
    id: uuidv7(),
    title,
    description: 'wildgeese',
    method: 'recording',
    speakers: ['Wildgeese Petrova'],
  })
  await who.client.stories.putNote({ id: uuidv7(), storyId: id, text: 'wildgeese', timestamp: '00:00' })
  await who.client.familyMembers.create({ id: uuidv7(), firstName: 'Wildgeese', lastName: title })
  await heardRecording(services, who, ['The wildgeese flew.'], { storyId: id })
  await who.client.comments.add({ storyId: id, id: uuidv7(), text: 'wildgeese' })
  await who.client.storybooks.create({ id: uuidv7(), title: 'Wildgeese', storyIds: [id] })
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, storage_key, caption)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/jpeg', 'media/none', 'wildgeese')`,
    [who.id, uuidv7(), id],
  )
  await database.asOwner('insert into prompts (user_id, text) values ($1, $2)', [who.id, 'Which wildgeese?'])
  return id
}

/** The rows that a statement returns, or the code of its error. */
async function outcome(run: (work: (tx: Tx) => Promise<object[]>) => Promise<object[]>, statement: string) {
  try {
    return await run(async (tx) => (await sql<object>`${sql.raw(statement)}`.execute(tx)).rows)
  } catch (error) {
    return (error as { code?: string }).code ?? 'failed'
  }
}

const asked = (any: string[]) => `'${JSON.stringify([{ any, not: false, beginning: true }])}'::jsonb`
const everyQuestion = [
  `select user_id from app.search_hits(${asked(['w'])}, false, 1000)`,
  `select user_id from app.search_hits(${asked(['wildgeese', 'the'])}, true, 1000)`,
  'select user_id from public.search_entries',
  `select user_id from public.search_entries where text ilike '%wildgeese%'`,
  'select owner_id as user_id from app.findable()',
  'select user_id from public.search_languages',
]

describe('the database, whatever is asked of it', () => {
  test.for(everyQuestion)('%s shows a person their own and what is everybody’s', async (question) => {
    for (const who of [ana, mallory]) {
      const rows = await outcome((work) => asUser(services.db, who.claims, work), question)
      expect(JSON.stringify(rows)).toContain(who.id)
      const owners = new Set((rows as { user_id: string }[]).map((row) => row.user_id))
      owners.delete(NOBODY)
      expect([...owners]).toEqual([who.id])
    }
  })

  test('someone else’s story cannot be asked for by its keys', async () => {
    const inStory = `select 1 from app.search_hits_in_story(${asked(['w'])}, '${ana.id}', '${anasStory}', 100, '${NOBODY}', -1, '${NOBODY}', -1)`

    expect(await outcome((work) => asUser(services.db, ana.claims, work), inStory)).not.toEqual([])
    expect(await outcome((work) => asUser(services.db, mallory.claims, work), inStory)).toEqual([])
  })

  test('nobody learns the names of somebody else’s family from a likeness', async () => {
    const stranger = await person()
    const similar = `select name from app.similar_names(array['wildgese'])`

    expect(await outcome((work) => asUser(services.db, ana.claims, work), similar)).toEqual([
      { name: 'wildgeese' },
    ])
    expect(await outcome((work) => asUser(services.db, stranger.claims, work), similar)).toEqual([])
  })

  test('words cannot be made to look into another family’s part of the index', async () => {
    const { rows } = await database.asOwner(`select app.search_mark($1) as mark`, [ana.id])
    const answer = await mallory.client.search.find({ q: `${rows[0]?.mark}wildgeese` })

    // About one mark in fifty consists of letters alone. The query is then one word, a misspelling of Mallory's own "wildgeese".
    expect(JSON.stringify(answer)).not.toContain(ana.id)
    expect(JSON.stringify(answer)).not.toContain('of Ana')
  })

  test.for([...everyQuestion, `select name from app.similar_names(array['wildgese'])`])(
    '%s shows nothing to a visitor, to the worker or without a person',
    async (question) => {
      const actors: ((work: (tx: Tx) => Promise<object[]>) => Promise<object[]>)[] = [
        (work) => asAnonymous(services.db, work),
        (work) => asWorker(services.db, ana.id, work),
        (work) => asUser(services.db, { sub: '' }, work),
        (work) => asUser(services.db, { sub: NOBODY }, work),
        (work) => asUser(services.db, { sub: uuidv7() }, work),
        // biome-ignore lint/suspicious/noExplicitAny: claims as no token of ours has them
        (work) => asUser(services.db, { sub: null } as any, work),
      ]
      for (const actor of actors) {
        const result = await outcome(actor, question)
        const theirs = Array.isArray(result) ? JSON.stringify(result) : ''
        expect(theirs).not.toContain(ana.id)
        expect(theirs).not.toContain(mallory.id)
        expect(theirs).not.toContain('wildgeese')
      }
    },
  )

  test('claims that are not there or no claims at all find nothing', async () => {
    for (const claims of [
      '',
      'null',
      '{}',
      '[]',
      '{"sub":null}',
      '{"sub":""}',
      `{"sub":"${ana.id}' or true --"}`,
    ]) {
      const result = await outcome(
        (work) =>
          asUser(services.db, mallory.claims, async (tx) => {
            await sql`select set_config('request.jwt.claims', ${claims}, true)`.execute(tx)
            return work(tx)
          }),
        everyQuestion[0] ?? '',
      )
      expect(Array.isArray(result) ? result : [], claims).toEqual([])
    }
  })

  test('nobody writes what is found, or calls what writes it', async () => {
    const attempts = [
      `insert into search_entries (user_id, kind, source_id, text, search) values ('${ana.id}', 'line', '${uuidv7()}', 'x', '')`,
      `update search_entries set text = 'x'`,
      'delete from search_entries',
      `select app.write_search_thing('${ana.id}', 'story', '${uuidv7()}', '${anasStory}', 'en', 'x', '', '')`,
      'set local role kinora_search',
      `select * from app.search_query('${ana.id}', ${asked(['w'])}, false)`,
    ]
    for (const attempt of attempts) {
      expect(await outcome((work) => asUser(services.db, mallory.claims, work), attempt), attempt).toBe(
        '42501',
      )
    }
  })

  test('a temporary table or a search path of one’s own does not stand in for ours', async () => {
    const rows = await outcome(
      (work) =>
        asUser(services.db, mallory.claims, async (tx) => {
          await sql`set local search_path = pg_temp, public, app`.execute(tx)
          return work(tx)
        }),
      everyQuestion[0] ?? '',
    )
    expect(JSON.stringify(rows)).not.toContain(ana.id)
  })

  test('the role that looks past the policies may read the search alone, and owns nothing that writes', async () => {
    const { rows } = await database.asOwner(`
      select table_schema || '.' || table_name as "table", string_agg(distinct privilege_type, ', ') as may
      from information_schema.column_privileges where grantee = 'kinora_search' group by 1 order by 1`)
    expect(rows).toEqual([
      { table: 'public.search_entries', may: 'SELECT' },
      { table: 'public.search_languages', may: 'SELECT' },
      { table: 'public.shared_access', may: 'SELECT' },
      { table: 'public.stories', may: 'SELECT' },
      { table: 'public.storybooks', may: 'SELECT' },
    ])
  })
})

test('a person who is shared opens their own entry of the search, and nothing else of that family', async () => {
  const [owner, guest] = [await person('Owner'), await person('Guest')]
  await keep(owner, 'Herons')
  const { id } = await owner.client.familyMembers.create({
    id: uuidv7(),
    firstName: 'Wildgeese',
    lastName: 'Shared',
  })
  const resource = { resourceType: 'family_member', resourceId: id } as const
  await owner.client.sharing.share({ ...resource, email: guest.email, role: 'viewer' })
  const entriesOf = (work: (tx: Tx) => Promise<object[]>) => asUser(services.db, guest.claims, work)

  for (const question of everyQuestion.slice(0, 4)) {
    const rows = await outcome(
      entriesOf,
      question.replace('select user_id', 'select user_id, source_id, kind'),
    )
    const theirs = (rows as { user_id: string }[]).filter((row) => row.user_id === owner.id)
    expect(theirs, question).toEqual([{ user_id: owner.id, source_id: id, kind: 'person' }])
  }
})

test('a story that is shared is found by whom it is shared with, for as long as it is, and nothing beside it', async () => {
  const [owner, guest] = [await person('Owner'), await person('Guest')]
  const shared = await keep(owner, 'Heronries')
  await keep(owner, 'Cormorants')
  const found = async () =>
    (await guest.client.search.find({ q: 'wildgeese' })).stories.map((story) => [story.ownerId, story.id])

  expect(await found()).toEqual([])
  const resource = { resourceType: 'story', resourceId: shared } as const
  const { id } = await owner.client.sharing.share({ ...resource, email: guest.email, role: 'viewer' })

  expect(await found()).toEqual([[owner.id, shared]])
  const keys = `select distinct story_id from app.search_hits(${asked(['wildgeese'])}, false, 100) where user_id = '${owner.id}'`
  expect(await outcome((work) => asUser(services.db, guest.claims, work), keys)).toEqual([
    { story_id: shared },
  ])
  const names = `select name from app.similar_names(array['cormorant'])`
  expect(await outcome((work) => asUser(services.db, owner.claims, work), names)).toEqual([
    { name: 'cormorants' },
  ])
  expect(await outcome((work) => asUser(services.db, guest.claims, work), names)).toEqual([])
  const answer = await guest.client.search.find({ q: 'wildgeese' })
  expect(answer.stories[0]?.places.length).toBeGreaterThan(0)
  expect(answer.people).toEqual([])
  expect(JSON.stringify(answer.prompts)).not.toContain('Which wildgeese?')
  expect((await guest.client.search.inStory({ id: shared, q: 'wildgeese' })).places).not.toEqual([])
  await owner.client.stories.delete({ id: shared })
  expect(await found()).toEqual([])
  await owner.client.stories.restore({ id: shared })
  expect(await found()).toHaveLength(1)

  await owner.client.sharing.revoke({ ...resource, id })
  expect(await found()).toEqual([])
})

describe('the API', () => {
  test('finds each family’s own, and never the other’s', async () => {
    for (const [who, other] of [
      [ana, mallory],
      [mallory, ana],
    ] as const) {
      const response = await who.request('/api/search?q=wildgeese')
      const text = await response.text()
      expect(text).toContain(who.id)
      expect(text).not.toContain(other.id)
    }
    await expect(mallory.client.search.inStory({ id: anasStory, q: 'wildgeese' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(mallory.client.search.inStory({ id: NOBODY, q: 'w' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a page’s end of somebody else’s opens nothing', async () => {
    const cursor = Buffer.from(JSON.stringify([9, anasStory, false, false])).toString('base64url')
    const answer = await mallory.client.search.find({ q: 'wildgeese', cursor })
    expect(JSON.stringify(answer)).not.toContain(ana.id)

    for (const bad of ['x', Buffer.from('[1,2]').toString('base64url'), 'e30']) {
      await expect(mallory.client.search.find({ q: 'wildgeese', cursor: bad })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    }
  })

  test('whatever is typed, the answer is an answer', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            '-',
            '"',
            "'",
            'OR',
            ' ',
            '\\',
            ':*',
            '&',
            '!',
            '<->',
            '(',
            'the',
            'wildgeese',
            '🐎',
            '\ud83d',
            '%',
            '\u00ad',
            '東',
            '\u202e',
            '$1',
            '{',
            "';--",
          ),
          { maxLength: 14 },
        )
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const response = await mallory.request(`/api/search?q=${encodeURIComponent(q.toWellFormed())}`)
        const body = await response.text()
        expect([200, 400], body).toContain(response.status)
        expect(response.status === 400).toBe(q.includes('\u0000'))
        expect(body).not.toContain(ana.id)
      }),
      { numRuns: 150 },
    )
  })

  test('a lone half of an emoji and a megabyte are answered, too', async () => {
    expect(await mallory.client.search.find({ q: 'wildgeese\ud83d' })).toMatchObject({ matching: 'exact' })
    await expect(mallory.client.search.find({ q: 'a'.repeat(201) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const whole = await app.request('/rpc/search/find', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${mallory.accessToken}` },
      body: JSON.stringify({ json: { q: 'a'.repeat(1_100_000) } }),
    })
    expect([400, 413]).toContain(whole.status)
  })
})
