import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { SharedRole } from '#contract/rights.ts'
import { asUser, asWorker } from '../../db/actor.ts'
import { codeOf } from '../../testing/code-of.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newsOf } from '../../testing/live-news.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'

const { app, person, services, database } = await createTestKinora()
type Person = Awaited<ReturnType<typeof person>>

const red = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const putPortrait = (who: Person, id: string) =>
  who.request(`/media/portraits/${id}`, { method: 'PUT', body: red })
const named = (firstName: string) => ({ id: uuidv7(), firstName, lastName: 'Petrova' })

/** Ana's mother with a portrait, beside an uncle with one, who is connected to her and not shared. */
async function shared(role: SharedRole) {
  const [ana, boris] = [await person('Ana Petrova'), await person('Boris')]
  await database.asOwner(`update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const { familyMembers, family, sharing } = ana.client
  const mother = await familyMembers.create({ ...named('Elena'), relationship: 'Parent', bio: 'Baked bread' })
  const uncle = await familyMembers.create(named('Oleg'))
  await family.connect({ id: uuidv7(), fromId: mother.id, toId: uncle.id, type: 'other', label: 'twins' })
  await putPortrait(ana, mother.id)
  await putPortrait(ana, uncle.id)
  const on = { resourceType: 'family_member', resourceId: mother.id } as const
  const share = await sharing.share({ ...on, email: boris.email, role })
  return { ana, boris, mother: await familyMembers.get({ id: mother.id }), uncle, on, share }
}

const portraitOf = async (who: Person, id: string) => (await who.client.familyMembers.get({ id })).portrait
const statusOf = async (address: string | null) => (await app.request(address ?? '/none')).status

test('a viewer sees the facts and the portrait of one person, and nobody else of the tree', async () => {
  const { boris, mother, uncle } = await shared('viewer')
  const { familyMembers, family, sharing } = boris.client

  const seen = await familyMembers.get({ id: mother.id })
  expect(seen).toMatchObject({
    firstName: 'Elena',
    bio: 'Baked bread',
    relationship: 'Parent',
    viaId: null,
    role: 'viewer',
    ownerName: 'Ana Petrova',
  })
  expect(await statusOf(seen.portrait)).toBe(200)
  expect((await sharing.membersWithMe({})).items).toMatchObject([
    { id: mother.id, firstName: 'Elena', ownerName: 'Ana Petrova', role: 'viewer' },
  ])
  expect(await codeOf(familyMembers.get({ id: uncle.id }))).toBe('NOT_FOUND')
  expect((await familyMembers.list({})).items).toEqual([])
  expect((await family.tree()).people.map(({ isSelf }) => isSelf)).toEqual([true])
  expect(await familyMembers.get({ id: boris.id })).toMatchObject({ role: 'owner', ownerName: null })
})

test('the stories somebody tells come along only where they are shared, too', async () => {
  const { ana, boris, mother } = await shared('viewer')
  const tell = (title: string, speakers: string[]) =>
    ana.client.stories.create({ id: uuidv7(), title, method: 'journal', speakers })
  const told = await tell('The harbour dance', ['Elena Petrova'])
  await tell('The secret', ['Elena Petrova'])
  const mentioned = await tell('What Elena Petrova baked', ['Oleg'])
  expect(await boris.client.familyMembers.stories({ id: mother.id })).toMatchObject({
    told: [],
    mentioned: [],
  })

  for (const { id } of [told, mentioned]) {
    const story = { resourceType: 'story', resourceId: id } as const
    await ana.client.sharing.share({ ...story, email: boris.email, role: 'viewer' })
  }

  expect(await boris.client.familyMembers.stories({ id: mother.id })).toMatchObject({
    told: [{ title: 'The harbour dance' }],
    mentioned: [{ title: 'What Elena Petrova baked' }],
  })
})

test('a viewer changes nothing, and a stranger finds nothing', async () => {
  const { boris, mother, on } = await shared('viewer')
  const mallory = await person('Mallory')
  const attempts = ({ client }: Person) => [
    client.familyMembers.update({ id: mother.id, version: mother.version, bio: 'Taken' }),
    client.familyMembers.removePortrait({ id: mother.id }),
    client.familyMembers.delete({ id: mother.id }),
    client.sharing.get(on),
    client.sharing.share({ ...on, email: 'x@example.com', role: 'viewer' }),
    client.sharing.invite({ ...on, email: 'x@example.com', role: 'viewer' }),
  ]

  expect(new Set(await Promise.all(attempts(boris).map(codeOf)))).toEqual(new Set(['FORBIDDEN']))
  expect(new Set(await Promise.all(attempts(mallory).map(codeOf)))).toEqual(new Set(['NOT_FOUND']))
  expect((await putPortrait(boris, mother.id)).status).toBe(403)
  expect((await putPortrait(mallory, mother.id)).status).toBe(404)
  expect(await codeOf(boris.client.familyMembers.create({ ...named('Taken'), id: mother.id }))).toBe(
    'FORBIDDEN',
  )
})

test('an editor changes facts and the portrait, and nothing of the tree', async () => {
  const { ana, boris, mother, on } = await shared('editor')
  const { familyMembers, sharing } = boris.client
  const used = async () => (await ana.client.account.usage()).storageUsedBytes
  const before = await used()

  const changed = await familyMembers.update({
    id: mother.id,
    version: mother.version,
    dateOfBirth: 'about 1943',
    bio: 'Danced',
  })
  expect(changed).toMatchObject({ dateOfBirth: 'about 1943', role: 'editor' })
  expect((await ana.client.search.find({ q: 'Danced' })).people).toHaveLength(1)
  expect(await codeOf(familyMembers.update({ id: mother.id, version: mother.version, bio: 'x' }))).toBe(
    'CONFLICT',
  )
  for (const place of [{ relationship: 'Child' as const }, { viaId: null }]) {
    expect(await codeOf(familyMembers.update({ id: mother.id, version: changed.version, ...place }))).toBe(
      'FORBIDDEN',
    )
  }
  expect((await putPortrait(boris, mother.id)).status).toBe(200)
  expect(await statusOf(await portraitOf(ana, mother.id))).toBe(200)
  expect(await used()).toBe(before)
  await familyMembers.removePortrait({ id: mother.id })
  expect(await portraitOf(ana, mother.id)).toBeNull()
  expect(await used()).toBeLessThan(before)
  expect(await codeOf(sharing.get(on))).toBe('FORBIDDEN')
  expect(await codeOf(familyMembers.delete({ id: mother.id }))).toBe('FORBIDDEN')
})

test('the owner overwrites nothing that an editor writes at the same moment', async () => {
  const { ana, mother } = await shared('editor')
  const editor = await otherTransaction(database)
  await editor.query(`update family_members set bio = 'Baked bread and sang' where id = $1`, [mother.id])

  const { familyMembers } = ana.client
  const change = codeOf(familyMembers.update({ id: mother.id, version: mother.version, bio: 'Danced' }))
  await somebodyWaits(database)
  await editor.query('commit')

  expect(await change).toBe('CONFLICT')
  expect((await familyMembers.get({ id: mother.id })).bio).toBe('Baked bread and sang')
})

test('an admin shares the person on and cannot remove them; a removed person is shared no more', async () => {
  const { ana, boris: admin, mother, on } = await shared('admin')
  const vera = await person('Vera')

  await admin.client.sharing.share({ ...on, email: vera.email, role: 'viewer' })
  expect(await admin.client.sharing.get(on)).toMatchObject({
    title: 'Elena Petrova',
    people: [{ name: 'Boris' }, { name: 'Vera' }],
  })
  expect(await codeOf(admin.client.familyMembers.delete({ id: mother.id }))).toBe('FORBIDDEN')

  await ana.client.familyMembers.delete({ id: mother.id })
  for (const who of [admin, vera]) {
    expect(await codeOf(who.client.familyMembers.get({ id: mother.id }))).toBe('NOT_FOUND')
    expect((await who.client.sharing.membersWithMe({})).items).toEqual([])
  }
  const left = await database.asOwner('select from shared_access where resource_id = $1', [mother.id])
  expect(left.rows).toEqual([])
})

test('whoever loses access loses the page, the portrait and the news at once', async () => {
  const { ana, boris, mother, on, share } = await shared('viewer')
  const portrait = await portraitOf(boris, mother.id)
  const stream = await newsOf(boris, database)
  const { version } = await ana.client.familyMembers.update({
    id: mother.id,
    version: mother.version,
    bio: 'x',
  })
  expect(await stream.next()).toMatchObject({ value: { table: 'family_members', id: mother.id } })

  await ana.client.sharing.revoke({ ...on, id: share.id })
  expect(await stream.next()).toMatchObject({ value: { table: 'shared_access', operation: 'DELETE' } })

  expect(await statusOf(portrait)).toBe(404)
  expect(await codeOf(boris.client.familyMembers.get({ id: mother.id }))).toBe('NOT_FOUND')
  await ana.client.familyMembers.update({ id: mother.id, version, bio: 'Among ourselves' })
  const own = await boris.client.familyMembers.create(named('His own'))
  expect(await stream.next()).toMatchObject({ value: { table: 'family_members', id: own.id } })
})

test('an account that its person ends shares nobody any more, and shares them again when it is kept', async () => {
  const { ana, boris, mother } = await shared('viewer')

  await ana.client.accountEnd.request({ password: 'wild geese' })
  expect(await codeOf(boris.client.familyMembers.get({ id: mother.id }))).toBe('NOT_FOUND')
  await ana.client.accountEnd.keep()
  expect(await codeOf(boris.client.familyMembers.get({ id: mother.id }))).toBe('done')
})

test('a letter to an unknown address names the person, and opens their page once', async () => {
  const { ana, on, mother } = await shared('viewer')
  const [vera, mallory] = [await person('Vera'), await person('Mallory')]
  const email = `${uuidv7()}@example.com`
  expect(await codeOf(ana.client.sharing.share({ ...on, email, role: 'viewer' }))).toBe('USER_NOT_FOUND')
  await ana.client.sharing.invite({ ...on, email, role: 'editor' })

  const { subject, text } = await waitingMail(database, services.secrets, email)
  expect(subject).toBe('Ana Petrova shares the page of a family member with you')
  expect(text).toContain('would like you to see the page of “Elena Petrova”.')
  const token = /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? ''
  expect(await vera.client.sharing.readInvitation({ token })).toMatchObject({ title: 'Elena Petrova' })
  expect(await vera.client.sharing.accept({ token })).toEqual(on)
  expect(await vera.client.familyMembers.get({ id: mother.id })).toMatchObject({ role: 'editor' })
  expect(await codeOf(mallory.client.sharing.accept({ token }))).toBe('INVITATION_USED')
})

test('neither an account’s own person nor somebody unnamed is shared', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  await ana.client.familyMembers.create({ ...named('Vera'), relationship: 'Sibling' })
  const unnamed = (await ana.client.family.tree()).people.find(({ isPlaceholder }) => isPlaceholder)

  for (const resourceId of [ana.id, unnamed?.id ?? '']) {
    const on = { resourceType: 'family_member', resourceId } as const
    expect(await codeOf(ana.client.sharing.get(on))).toBe('NOT_FOUND')
    const given = ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })
    expect(await codeOf(given)).toBe('NOT_FOUND')
  }
})

test('a free plan counts those who see a person with those who see a story', async () => {
  const ana = await person('Ana')
  const { id } = await ana.client.familyMembers.create(named('Elena'))
  const on = { resourceType: 'family_member', resourceId: id } as const
  const people = await Promise.all(Array.from({ length: 6 }, () => person()))
  const share = (who: Person | undefined, role: SharedRole) =>
    codeOf(ana.client.sharing.share({ ...on, email: who?.email ?? '', role }))

  expect(await share(people[0], 'editor')).toBe('SHARING_LIMIT_REACHED')
  for (const who of people.slice(0, 5)) expect(await share(who, 'viewer')).toBe('done')
  expect(await share(people[5], 'viewer')).toBe('SHARING_LIMIT_REACHED')
})

test('in the database itself an editor cannot take a person over, move them in the tree, or be shown another file as the portrait', async () => {
  const { ana, boris, mother, uncle } = await shared('editor')
  const { rows } = await database.asOwner(
    'select portrait_media_id from family_members where user_id = $1 and id = $2',
    [ana.id, uncle.id],
  )
  const forbidden = [
    { user_id: boris.id },
    { id: uuidv7() },
    { relationship: 'Child' },
    { via_id: uncle.id },
    { source_key: 'x' },
    { placeholder_key: 'x' },
    { portrait_media_id: rows[0].portrait_media_id },
  ]
  for (const change of forbidden) {
    const taken = asUser(services.db, boris.claims, (tx) =>
      tx.updateTable('family_members').set(change).where('id', '=', mother.id).execute(),
    )
    await expect(taken, Object.keys(change).join()).rejects.toMatchObject({ code: '42501' })
  }
  const seen = await asUser(services.db, boris.claims, (tx) =>
    tx.selectFrom('media').select('id').where('user_id', '=', ana.id).execute(),
  )
  expect(seen).toHaveLength(1)
})

test('in the database itself neither a viewer nor a stranger gives or takes a portrait, and an editor gives one to nobody else', async () => {
  const { ana, boris: editor, mother, uncle, on } = await shared('editor')
  const [viewer, mallory] = [await person('Vera'), await person('Mallory')]
  await ana.client.sharing.share({ ...on, email: viewer.email, role: 'viewer' })
  const drop = (member: string) =>
    sql<{ done: boolean }>`select app.drop_portrait(${ana.id}, ${member}) as done`
  const put = (member: string) =>
    sql<{
      done: boolean
    }>`select app.put_portrait(${ana.id}, ${member}, ${uuidv7()}, 'image/png', 1, ${'0'.repeat(64)}) as done`
  const tried = async (who: Person, member: string) => {
    const answers = [drop, put].map((call) =>
      asUser(services.db, who.claims, (tx) => call(member).execute(tx)),
    )
    return (await Promise.all(answers)).map(({ rows }) => rows[0]?.done)
  }

  for (const who of [viewer, mallory]) expect(await tried(who, mother.id)).toEqual([false, false])
  expect(await tried(editor, uncle.id)).toEqual([false, false])
  expect(await statusOf(await portraitOf(ana, mother.id))).toBe(200)
  expect(await statusOf(await portraitOf(ana, uncle.id))).toBe(200)
})

test('what others share is in nobody’s own family file, and no job made for them sees it', async () => {
  const { boris, share } = await shared('admin')

  expect((await boris.client.family.exportGedcom({})).text).not.toContain('Elena')
  const seen = await asWorker(services.db, boris.id, async (tx) => ({
    people: await tx.selectFrom('family_members').select('user_id').execute(),
    files: await tx.selectFrom('media').select('id').execute(),
    shares: await tx.selectFrom('shared_access').select('id').where('id', '=', share.id).execute(),
  }))
  expect(seen).toEqual({ people: [{ user_id: boris.id }], files: [], shares: [] })
})
