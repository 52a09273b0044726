import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asUser } from '../../db/actor.ts'
import { codeOf } from '../../testing/code-of.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newsOf } from '../../testing/live-news.ts'
import { asSuperuser, recordWhole } from '../../testing/recorder.ts'

const { app, person, database, services } = await createTestKinora()
type Person = Awaited<ReturnType<typeof person>>
type Role = 'viewer' | 'editor' | 'admin'

/** A person whose plan lets them share with as many people as they like. */
async function generous(name = 'Ana'): Promise<Person> {
  const owner = await person(name)
  await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [
    owner.id,
  ])
  return owner
}

async function recorded(owner: Person) {
  const { story, id } = await recordWhole(owner, new TextEncoder().encode(`film ${uuidv7()}`))
  return { storyId: story.id, recordingId: id, on: { resourceType: 'story', resourceId: story.id } as const }
}

async function shared(role: Role) {
  const [ana, boris] = [await generous('Ana Petrova'), await person('Boris')]
  const story = await recorded(ana)
  const share = await ana.client.sharing.share({ ...story.on, email: boris.email, role })
  return { ana, boris, share, ...story }
}

test('somebody it is shared with finds the story, opens it, plays it and comments', async () => {
  const { ana, boris, storyId, recordingId } = await shared('viewer')

  expect((await boris.client.sharing.withMe({})).items).toMatchObject([
    { id: storyId, ownerName: 'Ana Petrova', role: 'viewer' },
  ])
  const story = await boris.client.stories.get({ id: storyId })
  expect(story).toMatchObject({ role: 'viewer', ownerName: 'Ana Petrova', recordings: [{ id: recordingId }] })
  const { url } = await boris.client.media.address({ id: story.recordings[0]?.originalMediaId ?? '' })
  expect((await app.request(url)).status).toBe(200)
  await boris.client.comments.add({ storyId, id: uuidv7(), text: 'I was there.' })
  expect((await ana.client.comments.list({ storyId })).items).toMatchObject([
    { author: 'Boris', mayEdit: false, mayDelete: true },
  ])
  expect((await boris.client.stories.list({})).items).toEqual([])
  expect((await ana.client.stories.get({ id: storyId })).ownerName).toBeNull()
})

test('a viewer changes nothing: what they see is answered with 403, what they do not see with 404', async () => {
  const { ana, boris, storyId, recordingId, on } = await shared('viewer')
  const { client } = boris
  const mine = { storyId, id: uuidv7() }
  await ana.client.comments.add({ ...mine, text: 'Mine' })

  const attempts = [
    client.stories.update({ id: storyId, title: 'Taken' }),
    client.stories.create({ id: storyId, title: 'Taken', method: 'journal' }),
    client.stories.putNote({ storyId, id: uuidv7(), text: 'x', timestamp: '00:00' }),
    client.stories.delete({ id: storyId }),
    client.comments.edit({ ...mine, text: 'Taken' }),
    client.comments.delete(mine),
    client.transcripts.retry({ id: recordingId }),
    client.publicLinks.turnOn({ storyId }),
    client.sharing.get(on),
    client.sharing.share({ ...on, email: 'x@example.com', role: 'viewer' }),
    client.sharing.invite({ ...on, email: 'x@example.com', role: 'viewer' }),
  ]
  expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'FORBIDDEN'))
  const stranger = await person()
  expect(await codeOf(stranger.client.stories.update({ id: storyId, title: 'x' }))).toBe('NOT_FOUND')
  expect(await codeOf(stranger.client.sharing.get(on))).toBe('NOT_FOUND')
})

test('an editor changes words and notes, and can neither delete the story nor share it nor make it their own', async () => {
  const { ana, boris, storyId, on } = await shared('editor')
  const { client } = boris

  expect(await client.stories.update({ id: storyId, title: 'Odessa, 1961' })).toMatchObject({
    role: 'editor',
  })
  const note = { storyId, id: uuidv7(), text: 'It rained.', timestamp: '00:01' }
  await client.stories.putNote(note)
  await client.stories.deleteNote(note)
  await client.stories.putNote(note)
  expect(await ana.client.stories.get({ id: storyId })).toMatchObject({
    title: 'Odessa, 1961',
    notes: [{ text: 'It rained.' }],
  })
  expect(await codeOf(client.stories.delete({ id: storyId }))).toBe('FORBIDDEN')
  expect(await codeOf(client.sharing.share({ ...on, email: ana.email, role: 'admin' }))).toBe('FORBIDDEN')

  for (const change of [{ user_id: boris.id }, { deleted_at: new Date() }, { method: 'journal' }]) {
    const taken = asUser(services.db, boris.claims, (tx) =>
      tx.updateTable('stories').set(change).where('id', '=', storyId).execute(),
    )
    await expect(taken).rejects.toMatchObject({ code: '42501' })
  }
})

test('an editor corrects the transcript in their own name, a viewer and a stranger do not', async () => {
  const { ana, boris, storyId, recordingId, on } = await shared('editor')
  const vera = await person('Vera')
  await ana.client.sharing.share({ ...on, email: vera.email, role: 'viewer' })
  await database.asOwner('insert into transcripts (user_id, id, story_id) values ($1, $2, $3)', [
    ana.id,
    recordingId,
    storyId,
  ])
  await database.asOwner(
    `insert into transcript_speakers (user_id, transcript_id, key) values ($1, $2, '1')`,
    [ana.id, recordingId],
  )
  const name = (who: Person) =>
    who.client.transcripts.edit({
      id: recordingId,
      commands: [{ type: 'nameSpeaker', id: uuidv7(), speaker: '1', baseVersion: 0, name: 'Elena' }],
    })

  await name(boris)
  expect((await ana.client.transcripts.history({ id: recordingId })).items).toMatchObject([
    { authorId: boris.id, authorName: 'Boris' },
  ])
  expect((await vera.client.transcripts.get({ id: recordingId })).speakers).toMatchObject([{ name: 'Elena' }])
  const forged = asUser(services.db, boris.claims, (tx) =>
    sql`insert into public.transcript_edits
      (user_id, transcript_id, version, id, group_id, author_id, command, change, line_ids)
      values (${ana.id}, ${recordingId}, 2, ${uuidv7()}, ${uuidv7()}, ${ana.id}, '{}', '{}', '{}')`.execute(
      tx,
    ),
  )
  await expect(forged).rejects.toMatchObject({ code: '42501' })
  expect(await codeOf(name(vera))).toBe('FORBIDDEN')
  expect(await codeOf(name(await person()))).toBe('NOT_FOUND')
})

test('an admin shares, deletes and takes out of the trash; meanwhile nobody else sees the story', async () => {
  const { ana, boris: admin, storyId, on } = await shared('admin')
  const viewer = await person('Vera')

  await admin.client.sharing.share({ ...on, email: viewer.email, role: 'viewer' })
  expect((await admin.client.sharing.get(on)).people.map(({ name, role }) => `${name} ${role}`)).toEqual([
    'Boris admin',
    'Vera viewer',
  ])
  await admin.client.stories.delete({ id: storyId })
  expect(await codeOf(viewer.client.stories.get({ id: storyId }))).toBe('NOT_FOUND')
  expect(await codeOf(ana.client.stories.get({ id: storyId }))).toBe('NOT_FOUND')
  expect((await viewer.client.sharing.withMe({})).items).toEqual([])
  await admin.client.stories.restore({ id: storyId })
  expect(await codeOf(viewer.client.stories.get({ id: storyId }))).toBe('done')
})

test('whoever loses access loses it at once: the story, its files, its comments and the live stream', async () => {
  const { ana, boris, share, storyId, on } = await shared('editor')
  const { recordings } = await boris.client.stories.get({ id: storyId })
  const { url } = await boris.client.media.address({ id: recordings[0]?.originalMediaId ?? '' })
  const stream = await newsOf(boris, database)
  await ana.client.comments.add({ storyId, id: uuidv7(), text: 'While shared' })
  expect(await stream.next()).toMatchObject({ value: { table: 'comments', storyId } })

  await ana.client.sharing.revoke({ ...on, id: share.id })
  expect(await stream.next()).toMatchObject({ value: { table: 'shared_access', operation: 'DELETE' } })

  expect((await app.request(url)).status).toBe(404)
  expect(await codeOf(boris.client.stories.get({ id: storyId }))).toBe('NOT_FOUND')
  expect(await codeOf(boris.client.comments.list({ storyId }))).toBe('NOT_FOUND')
  await ana.client.comments.add({ storyId, id: uuidv7(), text: 'Among ourselves' })
  const own = uuidv7()
  await boris.client.stories.create({ id: own, title: 'Mine', method: 'journal' })
  expect(await stream.next()).toMatchObject({ value: { table: 'stories', id: own } })
})

test('whoever was removed finds it by no search, changes nothing they said there, and is told neither its link nor who is in it', async () => {
  const { ana, boris, share, storyId, on } = await shared('admin')
  await ana.client.stories.update({ id: storyId, title: 'Xylophone' })
  const said = { storyId, id: uuidv7() }
  await boris.client.comments.add({ ...said, text: 'I was there' })
  await boris.client.publicLinks.turnOn({ storyId })
  const found = async () => (await boris.client.search.find({ q: 'Xylophone' })).stories.length
  expect(await found()).toBe(1)

  await ana.client.sharing.setRole({ ...on, id: share.id, role: 'viewer' })
  expect(await codeOf(boris.client.publicLinks.turnOff({ storyId }))).toBe('FORBIDDEN')
  await ana.client.sharing.revoke({ ...on, id: share.id })

  expect(await found()).toBe(0)
  const attempts = [
    boris.client.comments.edit({ ...said, text: 'I was not' }),
    boris.client.publicLinks.get({ storyId }),
    boris.client.publicLinks.turnOn({ storyId }),
    boris.client.sharing.get(on),
  ]
  expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'NOT_FOUND'))
  expect((await ana.client.comments.list({ storyId })).items).toMatchObject([{ text: 'I was there' }])
})

test('everybody may give up their own access, and nobody another’s', async () => {
  const { ana, boris, share, storyId, on } = await shared('viewer')
  const vera = await person('Vera')
  const other = await ana.client.sharing.share({ ...on, email: vera.email, role: 'viewer' })

  expect(await codeOf(boris.client.sharing.revoke({ ...on, id: other.id }))).toBe('FORBIDDEN')
  await boris.client.sharing.revoke({ ...on, id: share.id })
  expect(await codeOf(boris.client.stories.get({ id: storyId }))).toBe('NOT_FOUND')
  expect(await codeOf(vera.client.stories.get({ id: storyId }))).toBe('done')
})

test('an unknown address, one that has access and one’s own are told apart', async () => {
  const { ana, boris, on } = await shared('viewer')
  const share = (email: string) => codeOf(ana.client.sharing.share({ ...on, email, role: 'viewer' }))

  expect(await share('nobody@example.com')).toBe('USER_NOT_FOUND')
  expect(await share(boris.email.toUpperCase())).toBe('ALREADY_SHARED')
  expect(await share(ana.email)).toBe('ALREADY_SHARED')
  expect(await share('not an address')).toBe('BAD_REQUEST')
})

test('a free plan shares with five viewers and no collaborator, also when two are added at once', async () => {
  const ana = await person('Ana')
  const { on } = await recorded(ana)
  const people = await Promise.all(Array.from({ length: 6 }, () => person()))
  const share = (who: Person | undefined, role: Role) =>
    ana.client.sharing.share({ ...on, email: who?.email ?? '', role })

  await expect(share(people[0], 'editor')).rejects.toMatchObject({
    code: 'SHARING_LIMIT_REACHED',
    data: { kind: 'collaborators', limit: 0 },
  })
  for (const who of people.slice(0, 4)) await share(who, 'viewer')
  const race = await Promise.all(people.slice(4).map((who) => codeOf(share(who, 'viewer'))))
  expect(race.toSorted()).toEqual(['SHARING_LIMIT_REACHED', 'done'])
  const { people: shares } = await ana.client.sharing.get(on)
  expect(shares).toHaveLength(5)
  expect(await codeOf(ana.client.sharing.invite({ ...on, email: 'x@example.com', role: 'viewer' }))).toBe(
    'SHARING_LIMIT_REACHED',
  )
  const raise = ana.client.sharing.setRole({ ...on, id: shares[0]?.id ?? '', role: 'editor' })
  expect(await codeOf(raise)).toBe('SHARING_LIMIT_REACHED')
})

test('collaborators are counted once each, as the rows change', async () => {
  const { ana, boris, share, on } = await shared('editor')
  const count = async () => (await ana.client.account.usage()).collaboratorsCount
  const second = await recorded(ana)
  await ana.client.sharing.share({ ...second.on, email: boris.email, role: 'admin' })

  expect(await count()).toBe(1)
  await ana.client.sharing.setRole({ ...on, id: share.id, role: 'viewer' })
  expect(await count()).toBe(1)
  const [other] = (await ana.client.sharing.get(second.on)).people
  await ana.client.sharing.revoke({ ...second.on, id: other?.id ?? '' })
  expect(await count()).toBe(0)
})

test('what nobody has is not there, whoever asks for its sharing', async () => {
  const ana = await person()
  for (const resourceType of ['story', 'storybook', 'family_member'] as const) {
    const asked = ana.client.sharing.get({ resourceType, resourceId: uuidv7() })
    expect(await codeOf(asked)).toBe('NOT_FOUND')
  }
})

test('names follow the profile on both sides', async () => {
  const { ana, boris, storyId, on } = await shared('viewer')
  await ana.client.account.updateProfile({ fullName: 'Ana Schmidt' })
  await boris.client.account.updateProfile({ fullName: 'Boris Orlov' })

  expect((await ana.client.sharing.get(on)).people).toMatchObject([{ name: 'Boris Orlov' }])
  expect((await boris.client.stories.get({ id: storyId })).ownerName).toBe('Ana Schmidt')
})

test('in the database itself the trash is there for its owner and admins alone', async () => {
  const { ana, boris, storyId, on } = await shared('admin')
  const vera = await person('Vera')
  await ana.client.sharing.share({ ...on, email: vera.email, role: 'editor' })
  await ana.client.stories.delete({ id: storyId })
  const found = (who: Person, table: 'stories' | 'recordings') =>
    asUser(services.db, who.claims, (tx) =>
      tx.selectFrom(table).select('id').where('user_id', '=', ana.id).execute(),
    )

  expect(await found(boris, 'stories')).toHaveLength(1)
  expect(await found(vera, 'stories')).toEqual([])
  expect(await found(vera, 'recordings')).toEqual([])
})

test('in the database itself an editor changes what a file is called in the story, and nothing else of it', async () => {
  const { boris, storyId } = await shared('editor')
  const change = (values: { caption: string } | { storage_key: string } | { state: string }) =>
    asUser(services.db, boris.claims, (tx) =>
      tx.updateTable('media').set(values).where('story_id', '=', storyId).executeTakeFirst(),
    )

  expect((await change({ caption: 'The harbour' })).numUpdatedRows).toBe(1n)
  await expect(change({ storage_key: 'media/another' })).rejects.toMatchObject({ code: '42501' })
  await expect(change({ state: 'receiving' })).rejects.toMatchObject({ code: '42501' })
})
