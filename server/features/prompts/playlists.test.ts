import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { asUser } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'

const { person, database, services } = await createTestKinora()

/** Creates this many questions of a person's own. @returns their ids */
async function questionsOf({ client }: Person, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, index) =>
    client.prompts.create({ id: uuidv7(), text: `What happened in year ${index + 1}?` }),
  )
  return (await Promise.all(made)).map(({ id }) => id)
}

async function playlistOf(who: Person, promptIds: string[], name = 'Aunt Rosa') {
  return who.client.prompts.createPlaylist({ id: uuidv7(), name, promptIds })
}

async function officialPlaylist({ client }: Person) {
  const { items } = await client.prompts.playlists({ list: 'official', search: 'life in ten' })
  return client.prompts.playlist({ id: items[0]?.id ?? '' })
}

test('a playlist comes with its questions in their order', async () => {
  const whole = await officialPlaylist(await person())

  expect(whole).toMatchObject({ promptCount: 10, isOfficial: true, isOwn: false, author: 'Kinora' })
  expect(whole.prompts.map((one) => one.id)).toEqual(whole.promptIds)
  expect(whole.prompts[0]?.text).toMatch(/^What is the earliest thing/)
})

test('playlists are found by a word as it is typed and by the category of a question', async () => {
  const { client } = await person()
  const namesOf = async (query: Parameters<typeof client.prompts.playlists>[0]) =>
    (await client.prompts.playlists(query)).items.map(({ name }) => name)

  expect(await namesOf({ search: 'weddi' })).toEqual(['A wedding'])
  expect(await namesOf({ search: 'tool', category: 'Career & Work' })).toEqual(['The work of a lifetime'])
  expect(await namesOf({ search: 'tool', category: 'Travel & Adventure' })).toEqual([])
  const first = await client.prompts.playlists({ list: 'official', limit: 7 })
  const rest = await client.prompts.playlists({ list: 'official', limit: 7, cursor: first.nextCursor ?? '' })
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(12)
  expect(rest.nextCursor).toBeNull()
})

test('a playlist needs a name and a question, and holds each question once', async () => {
  const ana = await person()
  const [question = ''] = await questionsOf(ana, 1)
  const make = (name: string, promptIds: string[]) =>
    ana.client.prompts.createPlaylist({ id: uuidv7(), name, promptIds })

  const refused = await Promise.allSettled([
    make('  ', [question]),
    make('a'.repeat(limits.playlistName + 1), [question]),
    make('Empty', []),
    make('Twice', [question, question]),
    make(
      'Long',
      Array.from({ length: limits.promptsPerPlaylist + 1 }, () => uuidv7()),
    ),
  ])
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'BAD_REQUEST' } })
  await expect(make('Unknown', [uuidv7()])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await ana.client.prompts.playlists({ list: 'own' })).items).toEqual([])
})

test('an order is replaced by difference: rows that stay are the same rows', async () => {
  const ana = await person()
  const [a = '', b = '', c = '', d = ''] = await questionsOf(ana, 4)
  const list = await playlistOf(ana, [a, b, c])
  const rows = async () => {
    const { rows: found } = await database.asOwner(
      `select prompt_id, position, xmin::text as written from playlist_prompts where playlist_id = $1 order by position`,
      [list.id],
    )
    return found
  }
  const before = await rows()

  const changed = await ana.client.prompts.updatePlaylist({
    id: list.id,
    version: list.version,
    promptIds: [a, d, c],
  })

  expect(changed).toMatchObject({ promptIds: [a, d, c], version: 1, name: 'Aunt Rosa' })
  const after = await rows()
  expect([after[0], after[2]]).toEqual([before[0], before[2]])
})

test('of two people who order one playlist at once the second is told, and nothing is lost', async () => {
  const ana = await person()
  const [a = '', b = '', c = ''] = await questionsOf(ana, 3)
  const { id } = await playlistOf(ana, [a, b])
  const order = (promptIds: string[]) =>
    ana.client.prompts.updatePlaylist({ id, version: 0, promptIds }).catch((error: unknown) => error)

  const answers = await Promise.all([order([b, a]), order([a, b, c])])

  expect(answers).toContainEqual(expect.objectContaining({ code: 'CONFLICT' }))
  const { prompts: _, ...now } = await ana.client.prompts.playlist({ id })
  expect(answers).toContainEqual(now)
})

test('questions that several people add at once are all in the playlist, once each', async () => {
  const ana = await person()
  const [first = '', ...others] = await questionsOf(ana, 6)
  const { id } = await playlistOf(ana, [first])

  await Promise.all(
    [...others, ...others].map((promptId) => ana.client.prompts.addToPlaylist({ id, promptId })),
  )

  const { promptIds } = await ana.client.prompts.playlist({ id })
  expect(promptIds[0]).toBe(first)
  expect(promptIds.toSorted()).toEqual([first, ...others].toSorted())
})

test('a question that is put into a playlist while that is deleted finds none', async () => {
  const ana = await person()
  const [first = '', second = ''] = await questionsOf(ana, 2)
  const { id } = await playlistOf(ana, [first])
  const holds = await otherTransaction(database)
  await holds.query('select from playlists where id = $1 for update', [id])

  const deleting = ana.client.prompts.deletePlaylist({ id })
  await somebodyWaits(database)
  const adding = ana.client.prompts.addToPlaylist({ id, promptId: second })
  adding.catch(() => undefined)
  await somebodyWaits(database, 2)
  await holds.query('commit')

  await deleting
  await expect(adding).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a full playlist takes no more', async () => {
  const ana = await person()
  const [first = '', second = ''] = await questionsOf(ana, 2)
  const { id } = await playlistOf(ana, [first])
  await database.asOwner(
    `with made as (
       insert into prompts (user_id, text) select $1, 'Why ' || n || '?' from generate_series(2, $3::int) n returning id
     ) insert into playlist_prompts select $2, id, row_number() over () from made`,
    [ana.id, id, limits.promptsPerPlaylist],
  )

  await expect(ana.client.prompts.addToPlaylist({ id, promptId: second })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  })
})

test('a copy has the same prompts, a name that says so, and is one’s own', async () => {
  const ana = await person()
  const source = await officialPlaylist(ana)
  const copyId = uuidv7()

  const copy = await ana.client.prompts.copyPlaylist({ id: source.id, copyId })
  const again = await ana.client.prompts.copyPlaylist({ id: source.id, copyId })

  expect(again).toEqual(copy)
  expect(copy).toMatchObject({
    name: 'A life in ten questions (Copy)',
    promptIds: source.promptIds,
    isOfficial: false,
    isOwn: true,
    author: null,
  })
})

test('an official playlist is nobody’s to change, fill or delete', async () => {
  const ana = await person()
  const { prompts: _, ...source } = await officialPlaylist(ana)
  const { id } = source

  const refused = await Promise.allSettled([
    ana.client.prompts.updatePlaylist({ id, version: 0, name: 'Taken' }),
    ana.client.prompts.addToPlaylist({ id, promptId: source.promptIds[0] ?? '' }),
    ana.client.prompts.deletePlaylist({ id }),
  ])
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'FORBIDDEN' } })
  expect(await ana.client.prompts.playlist({ id })).toMatchObject(source)
})

test('somebody else’s playlist is not there', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const [question = ''] = await questionsOf(ana, 1)
  const { id } = await playlistOf(ana, [question])

  const refused = await Promise.allSettled([
    mallory.client.prompts.playlist({ id }),
    mallory.client.prompts.updatePlaylist({ id, version: 0, name: 'Taken' }),
    mallory.client.prompts.addToPlaylist({ id, promptId: question }),
    mallory.client.prompts.copyPlaylist({ id, copyId: uuidv7() }),
    mallory.client.prompts.deletePlaylist({ id }),
    playlistOf(mallory, [question]),
  ])
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'NOT_FOUND' } })
})

test('the database itself lets nobody slip a question into another’s playlist, or another’s question into theirs', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const [question = ''] = await questionsOf(ana, 1)
  const [own = '', spare = ''] = await questionsOf(mallory, 2)
  const [theirs, mine] = [await playlistOf(ana, [question]), await playlistOf(mallory, [own])]
  const slip = (playlist_id: string, prompt_id: string) =>
    asUser(services.db, mallory.claims, (tx) =>
      tx.insertInto('playlist_prompts').values({ playlist_id, prompt_id, position: 9 }).execute(),
    )

  await expect(slip(theirs.id, spare)).rejects.toMatchObject({ code: '42501' })
  await expect(slip(mine.id, question)).rejects.toMatchObject({ code: '42501' })
  const claimed = asUser(services.db, mallory.claims, (tx) =>
    tx.insertInto('prompts').values({ user_id: mallory.id, text: 'Official?', is_official: true }).execute(),
  )
  await expect(claimed).rejects.toMatchObject({ code: '42501' })
})

test('a deleted prompt leaves its playlists, and whoever was changing one is told', async () => {
  const ana = await person()
  const [a = '', b = ''] = await questionsOf(ana, 2)
  const { id, version } = await playlistOf(ana, [a, b])

  await ana.client.prompts.delete({ id: a })

  expect(await ana.client.prompts.playlist({ id })).toMatchObject({ promptIds: [b], promptCount: 1 })
  await expect(ana.client.prompts.updatePlaylist({ id, version, name: 'New' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a deleted playlist is gone and its prompts stay', async () => {
  const ana = await person()
  const [a = ''] = await questionsOf(ana, 1)
  const { id } = await playlistOf(ana, [a])

  await ana.client.prompts.deletePlaylist({ id })

  await expect(ana.client.prompts.playlist({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await ana.client.prompts.list({ list: 'own' })).items.map((item) => item.id)).toEqual([a])
})

test('a playlist tells how many of its questions were asked', async () => {
  const ana = await person()
  const [a = '', b = ''] = await questionsOf(ana, 2)
  const { id } = await playlistOf(ana, [a, b])
  for (const title of ['The harbour dance', 'The lighthouse']) {
    const story = await ana.client.stories.create({ id: uuidv7(), title, method: 'journal' })
    await ana.client.prompts.markAsked({ id: a, storyId: story.id, at: '2026-11-21T10:00:00Z' })
  }

  expect(await ana.client.prompts.playlist({ id })).toMatchObject({ promptCount: 2, askedCount: 1 })
})
