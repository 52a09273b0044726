import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { asUser, asWorker } from './db/actor.ts'
import { hasCode } from './error-code.ts'
import type { Person } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import { type Ids, keepSomethingOfEachKind } from './testing/one-of-each.ts'

/*
 * Rows that name their author. access-matrix.test.ts acts as an honest client, who signs with their own name. Here, a person who
 * may create such a row signs it with another person's name, or creates one that no client may create. The database itself must
 * refuse it.
 */
const kinora = await createTestKinora()
const { person, services, database } = kinora

let ana: Person
let admin: Person
let mallory: Person
let ids: Ids
let official: string
let published: string

beforeAll(async () => {
  ana = await person('Ana')
  await database.asOwner(`update subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  ids = await keepSomethingOfEachKind(kinora, ana, 'wildgeese')
  admin = await person('Admin')
  mallory = await person('Mallory')
  const on = { resourceType: 'story', resourceId: ids.story } as const
  await ana.client.sharing.share({ ...on, email: admin.email, role: 'admin' })
  published = uuidv7()
  await ana.client.prompts.create({ id: published, text: 'Who built the mill?' })
  await ana.client.community.publish({ kind: 'prompt', id: published })
  const { rows } = await database.asOwner('select id from prompts where is_official limit 1')
  official = rows[0].id
})

/** Whether the database lets a person insert this row. */
async function isTaken({ claims }: Person, table: string, row: Record<string, unknown>): Promise<boolean> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const insertion = sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`
  try {
    await asUser(services.db, claims, (tx) => insertion.execute(tx))
    return true
  } catch (error) {
    if (hasCode(error, '42501')) return false
    throw error
  }
}

test('nobody shares in another’s name', async () => {
  const share = (by: Person, to: Person) =>
    isTaken(admin, 'shared_access', {
      user_id: ana.id,
      resource_type: 'story',
      resource_id: ids.story,
      shared_with_user_id: to.id,
      shared_by_user_id: by.id,
      role: 'viewer',
    })

  expect(await share(ana, mallory)).toBe(false)
  expect(await share(admin, await person('A guest'))).toBe(true)
})

test('nobody invites in another’s name, or by a letter that says it was taken', async () => {
  const invite = (by: Person, taken: object = {}) =>
    isTaken(admin, 'invitations', {
      user_id: ana.id,
      resource_type: 'story',
      resource_id: ids.story,
      email: `${uuidv7()}@example.com`,
      invited_by: by.id,
      token_hash: 'a'.repeat(64),
      expires_at: new Date(Date.now() + 60_000),
      ...taken,
    })

  expect(await invite(ana)).toBe(false)
  expect(await invite(admin, { accepted_at: new Date() })).toBe(false)
  expect(await invite(admin)).toBe(true)
})

test('nobody corrects words in another’s name', async () => {
  const correct = (author: Person, version: number) =>
    isTaken(admin, 'transcript_edits', {
      user_id: ana.id,
      id: uuidv7(),
      transcript_id: ids.recording,
      version,
      group_id: uuidv7(),
      author_id: author.id,
      command: '{}',
      change: JSON.stringify({ type: 'speaker', lineId: uuidv7(), before: 'a', after: null }),
      line_ids: sql`'{}'::uuid[]`,
    })

  expect(await correct(ana, 2)).toBe(false)
  expect(await correct(admin, 2)).toBe(true)
})

test('nobody reports in another’s name, or what is their own, official or published by nobody', async () => {
  const report = (who: Person, user: Person, prompt: string) =>
    isTaken(who, 'community_reports', { user_id: user.id, prompt_id: prompt })

  expect(await report(mallory, admin, published)).toBe(false)
  expect(await report(ana, ana, published)).toBe(false)
  expect(await report(mallory, mallory, official)).toBe(false)
  expect(await report(mallory, mallory, ids.prompt)).toBe(false)
  expect(await report(mallory, mallory, published)).toBe(true)
})

test('nobody notes a question as asked in another’s name, or one that they do not see', async () => {
  const story = uuidv7()
  await mallory.client.stories.create({ id: story, title: 'The mill', method: 'journal' })
  const note = (user: Person, story_id: string, prompt: string) =>
    isTaken(mallory, 'prompt_asks', { user_id: user.id, story_id, prompt_id: prompt })

  expect(await note(ana, ids.story, official)).toBe(false)
  expect(await note(mallory, story, ids.prompt)).toBe(false)
  expect(await note(mallory, story, official)).toBe(true)
})

test('nobody fills another’s playlist, or their own with a question that they would have to copy first', async () => {
  const [list, question] = [uuidv7(), uuidv7()]
  await mallory.client.prompts.create({ id: question, text: 'Who built the bridge?' })
  await mallory.client.prompts.createPlaylist({ id: list, name: 'Mine', promptIds: [question] })
  const fill = (playlist: string, prompt: string) =>
    isTaken(mallory, 'playlist_prompts', { playlist_id: playlist, prompt_id: prompt, position: 7 })

  expect(await fill(ids.playlist, official)).toBe(false)
  await ana.client.community.publish({ kind: 'playlist', id: ids.playlist })
  expect(await fill(ids.playlist, official)).toBe(false)
  expect(await fill(list, published)).toBe(false)
  expect(await fill(list, official)).toBe(true)
})

test('nobody comes to another’s thing by sharing one of their own under its id', async () => {
  const accomplice = await person('Accomplice')
  await database.asOwner(`update subscriptions set tier = 'family' where user_id = $1`, [mallory.id])
  await mallory.client.stories.create({ id: ids.story, title: 'Taken', method: 'journal' })
  await mallory.client.storybooks.create({ id: ids.book, title: 'Taken', storyIds: [ids.story] })
  await mallory.client.familyMembers.create({ id: ids.member, firstName: 'Taken', lastName: 'Over' })
  const things = [
    ['story', ids.story, 'stories'],
    ['storybook', ids.book, 'storybooks'],
    ['family_member', ids.member, 'family_members'],
  ] as const

  for (const [resourceType, resourceId, table] of things) {
    const to = { email: accomplice.email, role: 'admin' } as const
    await mallory.client.sharing.share({ resourceType, resourceId, ...to })
    const owners = await asUser(services.db, accomplice.claims, (tx) =>
      tx.selectFrom(table).select('user_id').where('id', '=', resourceId).execute(),
    )
    expect(owners, table).toEqual([{ user_id: mallory.id }])
  }
})

test('an archive that is brought in fills nobody else’s playlist, and asks nothing that its person does not have', async () => {
  const [list, question, story] = [uuidv7(), uuidv7(), uuidv7()]
  await mallory.client.stories.create({ id: story, title: 'The mill', method: 'journal' })
  await mallory.client.prompts.create({ id: question, text: 'Who built the tower?' })
  await mallory.client.prompts.createPlaylist({ id: list, name: 'Mine', promptIds: [question] })
  const brought = (table: string, row: Record<string, unknown>) =>
    asWorker(services.db, mallory.id, async (tx) => {
      const columns = sql.join(Object.keys(row).map((name) => sql.lit(name)))
      const { rows } = await sql<{ added: number }>`
        select app.restore_rows(${table}, array[${columns}], ${JSON.stringify([row])}::jsonb) as added`.execute(
        tx,
      )
      return rows[0]?.added
    })
  const filling = (playlist_id: string, prompt_id: string) => ({ playlist_id, prompt_id, position: 9 })
  const asking = (prompt_id: string) => ({ user_id: mallory.id, story_id: story, prompt_id })

  expect(await brought('playlist_prompts', filling(ids.playlist, question))).toBe(0)
  expect(await brought('playlist_prompts', filling(list, ids.prompt))).toBe(0)
  expect(await brought('playlist_prompts', filling(list, official))).toBe(1)
  expect(await brought('prompt_asks', asking(ids.prompt))).toBe(0)
  expect(await brought('prompt_asks', asking(official))).toBe(1)
})
