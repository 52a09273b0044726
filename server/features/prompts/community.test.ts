import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asAnonymous, asUser } from '../../db/actor.ts'
import { codeOf } from '../../testing/code-of.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, services, database } = await createTestKinora()

async function questionOf({ client }: Person, text = 'Where is the blue suitcase?'): Promise<string> {
  return (await client.prompts.create({ id: uuidv7(), text })).id
}

async function operator(): Promise<Person> {
  const who = await person('Olga')
  services.env.operatorEmails.push(who.email)
  return who
}

const community = async ({ client }: Person, id: string) =>
  (await client.prompts.list({ list: 'community', limit: 100 })).items.find((item) => item.id === id)

test('what is published is everybody’s to read with its author’s name, until it is withdrawn', async () => {
  const [ana, boris] = [await person('Ana Petrova'), await person('Boris')]
  const id = await questionOf(ana)

  await ana.client.community.publish({ kind: 'prompt', id })
  const seen = await community(boris, id)
  expect(seen).toMatchObject({ author: 'Ana Petrova', isOwn: false, isPublished: true })
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${ana.id}|@`))
  await ana.client.account.updateProfile({ fullName: 'Ana Schmidt' })
  expect(await community(boris, id)).toMatchObject({ author: 'Ana Schmidt' })

  await ana.client.community.withdraw({ kind: 'prompt', id })
  expect(await community(boris, id)).toBeUndefined()
  await expect(boris.client.prompts.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await ana.client.prompts.get({ id })).toMatchObject({ author: null, isPublished: false })
})

test('whoever has no name is not known by their address', async () => {
  const [ana, boris] = [await person(' '), await person('Boris')]
  const id = await questionOf(ana)

  await ana.client.community.publish({ kind: 'prompt', id })

  expect(await community(boris, id)).toMatchObject({ author: 'A Kinora family' })
})

test('a published playlist shows its questions, and they are nobody else’s to change', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const question = await questionOf(ana)
  const list = { id: uuidv7(), name: 'Suitcases', promptIds: [question] }
  await ana.client.prompts.createPlaylist(list)
  await expect(boris.client.prompts.playlist({ id: list.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await ana.client.community.publish({ kind: 'playlist', id: list.id })

  expect(await boris.client.prompts.playlist({ id: list.id })).toMatchObject({
    author: 'Ana',
    isOwn: false,
    prompts: [{ text: 'Where is the blue suitcase?' }],
  })
  expect(await community(boris, question)).toBeUndefined()
  const change = { id: question, version: 0, text: 'Taken?', category: 'General' } as const
  const refused = await Promise.allSettled([
    boris.client.prompts.update(change),
    boris.client.prompts.delete({ id: question }),
    boris.client.prompts.updatePlaylist({ id: list.id, version: 0, name: 'Taken' }),
    boris.client.community.withdraw({ kind: 'playlist', id: list.id }),
    boris.client.community.publish({ kind: 'prompt', id: question }),
  ])
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'FORBIDDEN' } })
})

test('what was added from Community stays after its author withdrew it', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const question = await questionOf(ana)
  const list = { id: uuidv7(), name: 'Suitcases', promptIds: [question] }
  await ana.client.prompts.createPlaylist(list)
  await ana.client.community.publish({ kind: 'playlist', id: list.id })

  const copy = await boris.client.prompts.copyPlaylist({ id: list.id, copyId: uuidv7() })
  await boris.client.prompts.addToPlaylist({ id: copy.id, promptId: question })
  await ana.client.community.withdraw({ kind: 'playlist', id: list.id })
  await ana.client.prompts.delete({ id: question })

  expect(await boris.client.prompts.playlist({ id: copy.id })).toMatchObject({
    name: 'Suitcases (Copy)',
    prompts: [{ text: 'Where is the blue suitcase?', isOwn: true }],
  })
})

test('a private or an official prompt cannot be published or reported by anybody else', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const id = await questionOf(ana)
  const [official] = (await boris.client.prompts.list({ list: 'official', limit: 1 })).items

  await expect(boris.client.community.publish({ kind: 'prompt', id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(boris.client.community.report({ kind: 'prompt', id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const publishing = boris.client.community.publish({ kind: 'prompt', id: official?.id ?? '' })
  await expect(publishing).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the operator reads reports and hides; the author still has it, and publishing again shows nothing', async () => {
  const [ana, boris, olga] = [await person('Ana'), await person('Boris'), await operator()]
  const id = await questionOf(ana, 'Where is the rude suitcase?')
  const thing = { kind: 'prompt', id } as const
  await ana.client.community.publish(thing)

  await boris.client.community.report({ ...thing, reason: 'Rude' })
  await boris.client.community.report({ ...thing, reason: 'Rude again' })
  const { items } = await olga.client.community.reported()
  expect(items.find((item) => item.id === id)).toEqual({
    ...thing,
    words: 'Where is the rude suitcase?',
    author: 'Ana',
    hidden: false,
    reports: 1,
    reasons: ['Rude'],
  })

  await olga.client.community.hide(thing)
  expect(await community(boris, id)).toBeUndefined()
  await ana.client.community.withdraw(thing)
  await ana.client.community.publish(thing)
  expect(await community(boris, id)).toBeUndefined()
  expect(await ana.client.prompts.get({ id })).toMatchObject({ isHidden: true, isPublished: true })

  await olga.client.community.show(thing)
  expect(await community(boris, id)).toMatchObject({ id })
})

test('what is official is not the operator’s to hide', async () => {
  const olga = await operator()
  for (const [kind, table] of [
    ['prompt', 'prompts'],
    ['playlist', 'playlists'],
  ] as const) {
    const { rows } = await database.asOwner(`select id from ${table} where is_official limit 1`)
    const thing = { kind, id: String(rows[0].id) }
    await expect(olga.client.community.hide(thing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('what nobody reported is in the operator’s list while it is hidden, and last', async () => {
  const [ana, boris, clara, olga] = await Promise.all([
    person('Ana'),
    person('Boris'),
    person('Clara'),
    operator(),
  ])
  const [hidden, fine, rude] = [await questionOf(ana), await questionOf(ana), await questionOf(ana)]
  const list = { id: uuidv7(), name: 'Suitcases', promptIds: [fine] }
  await ana.client.prompts.createPlaylist(list)
  const things = [
    { kind: 'prompt', id: hidden },
    { kind: 'prompt', id: fine },
    { kind: 'prompt', id: rude },
    { kind: 'playlist', id: list.id },
  ] as const
  for (const thing of things) await ana.client.community.publish(thing)

  await olga.client.community.hide(things[0])
  await boris.client.community.report({ ...things[2], reason: 'Rude' })
  await clara.client.community.report({ ...things[2], reason: 'Very rude' })
  await clara.client.community.report(things[3])

  const { items } = await olga.client.community.reported()
  const anas = items.filter(({ id }) => things.some((thing) => thing.id === id))
  expect(anas).toEqual([
    expect.objectContaining({ ...things[3], words: 'Suitcases', reports: 1, reasons: [], hidden: false }),
    expect.objectContaining({ ...things[2], reports: 2, reasons: ['Rude', 'Very rude'], hidden: false }),
    expect.objectContaining({ ...things[0], reports: 0, reasons: [], hidden: true }),
  ])
})

test('what its author took back is no longer read by the operator, and is once it is published again', async () => {
  const [ana, boris, olga] = [await person('Ana'), await person('Boris'), await operator()]
  const question = await questionOf(ana)
  const list = { id: uuidv7(), name: 'Suitcases', promptIds: [question] }
  await ana.client.prompts.createPlaylist(list)
  const things = [
    { kind: 'prompt', id: question },
    { kind: 'playlist', id: list.id },
  ] as const
  for (const thing of things) {
    await ana.client.community.publish(thing)
    await boris.client.community.report({ ...thing, reason: 'Rude' })
  }
  const read = async () => {
    const { items } = await olga.client.community.reported()
    return items.filter(({ id }) => things.some((thing) => thing.id === id)).map(({ words }) => words)
  }
  expect((await read()).toSorted()).toEqual(['Suitcases', 'Where is the blue suitcase?'])

  for (const thing of things) await ana.client.community.withdraw(thing)
  await ana.client.prompts.update({
    id: question,
    text: 'Whom did you love first?',
    category: 'General',
    version: 0,
  })
  expect(await read()).toEqual([])

  await ana.client.community.publish({ kind: 'prompt', id: question })
  expect(await read()).toEqual(['Whom did you love first?'])
})

test('a question is added as it reads in Community, also when an earlier copy was written anew', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const [question, second] = [await questionOf(ana), await questionOf(ana, 'Who packed it?')]
  const list = { id: uuidv7(), name: 'Suitcases', promptIds: [question, second] }
  await ana.client.prompts.createPlaylist(list)
  await ana.client.community.publish({ kind: 'playlist', id: list.id })
  const copy = await boris.client.prompts.copy({ id: question })
  const own = { id: copy.id, category: copy.category, version: copy.version }
  await boris.client.prompts.update({ ...own, text: 'Which school was yours?' })

  const { id } = await boris.client.prompts.copyPlaylist({ id: list.id, copyId: uuidv7() })

  const { prompts } = await boris.client.prompts.playlist({ id })
  expect(prompts.map(({ text }) => text)).toEqual(['Where is the blue suitcase?', 'Who packed it?'])
  expect(await boris.client.prompts.get({ id: copy.id })).toMatchObject({ text: 'Which school was yours?' })
  // Copying again returns the copy that exists.
  expect((await boris.client.prompts.copy({ id: question })).id).toBe(prompts[0]?.id)
})

test('a hidden question is gone from the published playlists it is in', async () => {
  const [ana, boris, olga] = [await person('Ana'), await person('Boris'), await operator()]
  const [kept, hidden] = [await questionOf(ana), await questionOf(ana, 'Where is the rude suitcase?')]
  const list = { id: uuidv7(), name: 'Suitcases', promptIds: [hidden, kept] }
  await ana.client.prompts.createPlaylist(list)
  await ana.client.community.publish({ kind: 'playlist', id: list.id })

  const story = await boris.client.stories.create({ id: uuidv7(), title: 'Ours', method: 'journal' })
  const asked = { storyId: story.id, at: new Date().toISOString() }
  for (const id of [kept, hidden]) await boris.client.prompts.markAsked({ id, ...asked })

  await olga.client.community.hide({ kind: 'prompt', id: hidden })

  expect(await boris.client.prompts.playlist({ id: list.id })).toMatchObject({
    promptIds: [kept],
    promptCount: 1,
    askedCount: 1,
  })
})

test('a question that was shown by a playlist alone is gone with it, whoever takes the playlist away', async () => {
  const [ana, boris, olga] = [await person('Ana'), await person('Boris'), await operator()]
  const question = await questionOf(ana)
  const list = { id: uuidv7(), name: 'Suitcases', promptIds: [question] }
  await ana.client.prompts.createPlaylist(list)
  const thing = { kind: 'playlist', id: list.id } as const
  const seen = () => codeOf(boris.client.prompts.get({ id: question }))
  expect(await seen()).toBe('NOT_FOUND')
  await ana.client.community.publish(thing)
  expect(await seen()).toBe('done')

  await olga.client.community.hide(thing)
  expect(await seen()).toBe('NOT_FOUND')
  await olga.client.community.show(thing)
  expect(await seen()).toBe('done')
  await ana.client.community.withdraw(thing)
  expect(await seen()).toBe('NOT_FOUND')
})

test('whoever is not the operator neither reads reports nor hides, whatever the token says', async () => {
  const [ana, mallory] = [await person('Ana'), await person('Mallory')]
  const id = await questionOf(ana)
  const thing = { kind: 'prompt', id } as const
  await ana.client.community.publish(thing)
  await mallory.client.community.report(thing)

  expect(await mallory.client.community.reported()).toEqual({ isOperator: false, items: [] })
  const refused = await Promise.allSettled([
    mallory.client.community.hide(thing),
    mallory.client.community.show(thing),
  ])
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'FORBIDDEN' } })
  // The database functions refuse as well, in case a route ever forgets to check.
  const called = asUser(services.db, mallory.claims, (tx) =>
    sql`select app.hide_in_community('prompt', ${id}, true)`.execute(tx),
  )
  await expect(called).rejects.toMatchObject({ code: '42501' })
  const read = await asUser(services.db, mallory.claims, (tx) =>
    sql`select * from app.reported_in_community()`.execute(tx),
  )
  expect(read.rows).toEqual([])
  const hidden = asUser(services.db, mallory.claims, (tx) =>
    tx.updateTable('prompts').set({ hidden_at: new Date() }).where('id', '=', id).execute(),
  )
  await expect(hidden).rejects.toMatchObject({ code: '42501' })
  const named = asUser(services.db, ana.claims, (tx) =>
    tx.updateTable('prompts').set({ author: 'Kinora' }).where('id', '=', id).execute(),
  )
  await expect(named).rejects.toMatchObject({ code: '42501' })
})

test('words are found in Community however long ago they were published, page by page', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  await database.asOwner(
    `insert into prompts (user_id, text, published_at, created_at)
     select $1, case when n in (1, 2, 2198, 2199, 2200) then 'Which heirloom is number ' || n else 'Which day?' end,
       now(), now() - n * interval '1 hour'
     from generate_series(1, 2200) n`,
    [ana.id],
  )
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await boris.client.prompts.list({ list: 'community', search: 'heirl', limit: 2, cursor })
    found.push(...page.items.map(({ text }) => text.replace(/\D+/, '')))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)

  expect(found).toEqual(['1', '2', '2198', '2199', '2200'])
})

test('its views show what everybody may see and nothing else, with all their columns, and are nobody’s to write', async () => {
  const [ana, olga, mallory] = [await person('Ana'), await operator(), await person('Mallory')]
  const [kept, shown, hidden, withdrawn] = await Promise.all([1, 2, 3, 4].map(() => questionOf(ana)))
  for (const id of [shown, hidden, withdrawn])
    await ana.client.community.publish({ kind: 'prompt', id: id ?? '' })
  await olga.client.community.hide({ kind: 'prompt', id: hidden ?? '' })
  await ana.client.community.withdraw({ kind: 'prompt', id: withdrawn ?? '' })
  const seen = sql<{ id: string }>`select id from app.community_prompts
    where id = any(${[kept, shown, hidden, withdrawn]}::uuid[])`

  for (const { claims } of [ana, mallory])
    expect(await asUser(services.db, claims, (tx) => seen.execute(tx))).toMatchObject({
      rows: [{ id: shown }],
    })
  await expect(asAnonymous(services.db, (tx) => seen.execute(tx))).rejects.toMatchObject({ code: '42501' })
  for (const table of ['prompts', 'playlists']) {
    for (const write of [
      `update app.community_${table} set author = 'Kinora'`,
      `delete from app.community_${table}`,
      `insert into app.community_${table} (user_id) values ('${ana.id}')`,
    ])
      await expect(
        asUser(services.db, ana.claims, (tx) => sql.raw(write).execute(tx)),
        write,
      ).rejects.toMatchObject({ code: '42501' })
    const columns = (of: string) =>
      `array(select attname::text from pg_attribute where attrelid = '${of}'::regclass and attnum > 0 order by attname)`
    const { rows } = await database.asOwner(
      `select ${columns(`app.community_${table}`)} as shown, ${columns(table)} as kept`,
    )
    expect(rows[0].shown).toEqual(rows[0].kept)
  }
})
