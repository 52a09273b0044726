import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { codeOf } from '../../testing/code-of.ts'
import { clientOf, type Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../../testing/one-of-each.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { deviceWith, makeLink } from '../../testing/recording-links.ts'
import { command, heardRecording } from '../../testing/transcripts.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'
import { erase } from './erase-account.ts'
import { sweep } from './run-archive-jobs.ts'

const kinora = await createTestKinora()
const { person, database, services, app } = kinora
const password = 'wild geese'

test('says what an account holds, and deletes nothing without the password', async () => {
  const ana = await person('Ana')
  await keepSomethingOfEachKind(kinora, ana, 'plumjam')

  const end = await ana.client.accountEnd.get()

  expect(end).toMatchObject({ proof: 'password', stories: 1, recordings: 1, storybooks: 1, familyMembers: 1 })
  expect(end).toMatchObject({ prompts: 1, sharedWith: 1, eraseAt: null })
  for (const wrong of [{}, { password: 'wild ducks' }, { code: '123456' }]) {
    await expect(ana.client.accountEnd.request(wrong)).rejects.toMatchObject({ code: 'PROOF_WRONG' })
  }
  expect((await ana.client.accountEnd.get()).eraseAt).toBeNull()
})

test('whoever sits at somebody’s device does not guess the password at the deletion, the right one in the end neither', async () => {
  const limited = await createTestKinora({ AUTH_RATE_LIMITS: 'true' })
  const ana = await limited.person('Ana')
  const ask = (given: string) => codeOf(ana.client.accountEnd.request({ password: given }))

  const answers: (string | undefined)[] = []
  while (answers.at(-1) !== 'TOO_MANY_REQUESTS' && answers.length < 200) answers.push(await ask('wild ducks'))

  expect(answers.filter((code) => code === 'PROOF_WRONG')).toHaveLength(100)
  expect(await ask(password)).toBe('TOO_MANY_REQUESTS')
  expect((await ana.client.accountEnd.get()).eraseAt).toBeNull()
})

test('an account without a password is not deleted by one, nor without the code that is mailed', async () => {
  const ana = await person('Ana')
  await database.asOwner('update auth.users set encrypted_password = null where id = $1', [ana.id])

  expect((await ana.client.accountEnd.get()).proof).toBe('code')
  for (const wrong of [{ password }, { code: '000000' }, { code: '' }]) {
    await expect(ana.client.accountEnd.request(wrong)).rejects.toMatchObject({ code: 'PROOF_WRONG' })
  }
})

test('it is deleted by the code that was mailed, which works once', async () => {
  const ana = await person('Ana')
  await database.asOwner('update auth.users set encrypted_password = null where id = $1', [ana.id])
  await ana.request('/auth/v1/reauthenticate')
  const { text } = await waitingMail(database, services.secrets, ana.email)
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  const ask = () => codeOf(ana.client.accountEnd.request({ code }))

  expect(await ask()).toBe('done')
  await ana.client.accountEnd.keep()
  expect(await ask()).toBe('PROOF_WRONG')
})

test('asking ends every session and closes what is shared; keeping the account opens it again', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const { id: story } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'The mill',
    method: 'journal',
  })
  const shared = { resourceType: 'story', resourceId: story } as const
  await ana.client.sharing.share({ ...shared, email: boris.email, role: 'viewer' })
  await ana.client.sharing.invite({ ...shared, email: 'new@example.com', role: 'viewer' })
  const link = await ana.client.publicLinks.turnOn({ storyId: story })
  const token = link.url?.split('/').at(-1) ?? ''
  const others = () =>
    Promise.all([
      boris.client.stories.get({ id: story }).then(
        () => 'seen',
        () => 'closed',
      ),
      boris.client.publicStories.open({ token }).then(
        () => 'seen',
        () => 'closed',
      ),
    ])
  expect(await others()).toEqual(['seen', 'seen'])

  const { eraseAt } = await ana.client.accountEnd.request({ password })

  const days = (Date.parse(eraseAt) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(limits.accountDeletionDays)
  expect(await others()).toEqual(['closed', 'closed'])
  const { rows } = await database.asOwner('select from auth.sessions where user_id = $1', [ana.id])
  expect(rows).toHaveLength(0)

  await ana.client.accountEnd.keep()
  expect((await ana.client.accountEnd.get()).eraseAt).toBeNull()
  expect(await others()).toEqual(['seen', 'seen'])
  const { invitations } = await ana.client.sharing.get(shared)
  expect(invitations).toHaveLength(1)
})

test('asking twice leaves the day where it is, and all that the first asking closed is there again when the account is kept', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const shared = { resourceType: 'story', resourceId: id } as const
  await ana.client.sharing.share({ ...shared, email: boris.email, role: 'viewer' })
  await ana.client.publicLinks.turnOn({ storyId: id })
  await ana.client.accountEnd.request({ password })
  await database.asOwner(
    `update account_deletions set erase_at = erase_at - interval '3 days' where user_id = $1`,
    [ana.id],
  )
  const { eraseAt } = await ana.client.accountEnd.get()
  const { id: since } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'The pond',
    method: 'journal',
  })
  await ana.client.publicLinks.turnOn({ storyId: since })

  const again = await ana.client.accountEnd.request({ password })

  expect(Math.abs(Date.parse(again.eraseAt) - Date.parse(eraseAt ?? ''))).toBeLessThan(1_000)
  await ana.client.accountEnd.keep()
  expect((await boris.client.stories.get({ id })).title).toBe('The mill')
  const links = await Promise.all([id, since].map((storyId) => ana.client.publicLinks.get({ storyId })))
  expect(links).not.toContain(null)
})

test('a public link that was closed with the account stays closed where its story has another by the time the account is kept', async () => {
  const ana = await person('Ana')
  const visitor = clientOf(app)
  const { id: storyId } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'The mill',
    method: 'journal',
  })
  const { id: other } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'The pond',
    method: 'journal',
  })
  const linkTo = async (story: string) =>
    (await ana.client.publicLinks.turnOn({ storyId: story })).url?.split('/').at(-1) ?? ''
  const [earlier, alone] = [await linkTo(storyId), await linkTo(other)]
  await ana.client.accountEnd.request({ password })
  const later = await linkTo(storyId)

  await ana.client.accountEnd.keep()

  const opened = (token: string) => codeOf(visitor.publicStories.open({ token }))
  expect([await opened(earlier), await opened(later), await opened(alone)]).toEqual([
    'SHARE_LINK_OFF',
    'done',
    'done',
  ])
})

test('letters, the public profile and links to record by are closed while an account waits to go; what was closed before stays so', async () => {
  const ana = await person('Ana')
  const visitor = clientOf(app)
  const [story, other] = [uuidv7(), uuidv7()]
  for (const id of [story, other]) {
    await ana.client.stories.create({ id, title: 'The mill', method: 'recording' })
  }
  const email = `${uuidv7()}@example.com`
  await ana.client.sharing.invite({ resourceType: 'story', resourceId: story, email, role: 'viewer' })
  const letter = await waitingMail(database, services.secrets, email)
  const { url } = await ana.client.publicProfile.set({
    isPublic: true,
    picture: false,
    location: false,
    bio: true,
  })
  const device = async () => {
    const { link, address } = await makeLink(ana, { storyId: story })
    const { client } = deviceWith(app, address)
    await client.recordingLinks.open()
    return { id: link.id, open: () => codeOf(client.recordingLinks.open()) }
  }
  const [uncle, aunt] = [await device(), await device()]
  await ana.client.recordingLinks.revoke({ id: aunt.id })
  await ana.client.publicLinks.turnOn({ storyId: other })
  await ana.client.publicLinks.turnOff({ storyId: other })
  const others = async () => [
    await codeOf(
      visitor.sharing.readInvitation({ token: /\/invitation\/([\w-]{43})/.exec(letter.text)?.[1] ?? '' }),
    ),
    await codeOf(visitor.publicProfile.read({ token: url?.split('/p/')[1] ?? '' })),
    await uncle.open(),
    await aunt.open(),
  ]
  expect(await others()).toEqual(['done', 'done', 'done', 'LINK_REVOKED'])

  await ana.client.accountEnd.request({ password })
  expect(await others()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'LINK_REVOKED', 'LINK_REVOKED'])

  await ana.client.accountEnd.keep()
  expect(await others()).toEqual(['done', 'done', 'done', 'LINK_REVOKED'])
  expect(await ana.client.publicLinks.get({ storyId: other })).toBeNull()
})

test('what was shared is shared again when the account is kept, also where its plan would let nobody in anew', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const planOf = (tier: string) =>
    database.asOwner('update subscriptions set tier = $1 where user_id = $2', [tier, ana.id])
  await planOf('family')
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'The mill', method: 'journal' })
  const on = { resourceType: 'story', resourceId: storyId, role: 'editor' } as const
  await ana.client.sharing.share({ ...on, email: boris.email })
  const email = `${uuidv7()}@example.com`
  await ana.client.sharing.invite({ ...on, email })

  await ana.client.accountEnd.request({ password })
  await planOf('free')
  await ana.client.accountEnd.keep()

  expect(await ana.client.sharing.get(on)).toMatchObject({
    people: [{ name: 'Boris', role: 'editor' }],
    invitations: [{ email, role: 'editor' }],
  })
})

test('what an account gave to Community is not there while it waits to go, and is again once it is kept', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const [mill, river] = [uuidv7(), uuidv7()]
  for (const [id, text] of [
    [mill, 'Who built the mill?'],
    [river, 'Where did you swim?'],
  ] as const) {
    await ana.client.prompts.create({ id, text })
  }
  const list = { id: uuidv7(), name: 'The village', promptIds: [river] }
  await ana.client.prompts.createPlaylist(list)
  await ana.client.community.publish({ kind: 'prompt', id: mill })
  await ana.client.community.publish({ kind: 'playlist', id: list.id })
  const seen = async () => {
    const { items } = await boris.client.prompts.list({ list: 'community', limit: 100 })
    const lists = await boris.client.prompts.playlists({ list: 'community', limit: 100 })
    return [...items, ...lists.items].map(({ id }) => id).filter((id) => [mill, river, list.id].includes(id))
  }
  expect(await seen()).toEqual([mill, list.id])

  await ana.client.accountEnd.request({ password })
  expect(await seen()).toEqual([])

  await ana.client.accountEnd.keep()
  expect(await seen()).toEqual([mill, list.id])
})

test('when the day has come nothing at all of the account remains, in any table or in the store', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const ids = await keepSomethingOfEachKind(kinora, ana, 'marzipan')
  await leaveTraces(ana, boris)
  const keys = await objectsOf(ana)
  expect(keys.length).toBeGreaterThan(1)
  expect(await traces([ana.id, ana.email, 'marzipan'])).not.toEqual([])

  await ana.client.accountEnd.request({ password })
  await erase(services, ana.id)
  expect(await ana.client.stories.get({ id: ids.story })).toMatchObject({ title: 'marzipan' })
  await database.asOwner(
    `update account_deletions set erase_at = now() - interval '1 second' where user_id = $1`,
    [ana.id],
  )
  await sweep(services)
  await erase(services, ana.id)
  // The queue deletes the job itself once it is done.
  await database.asOwner(`delete from graphile_worker._private_jobs where payload ->> 'userId' = $1`, [
    ana.id,
  ])

  expect(await traces([ana.id, ana.email, 'marzipan'])).toEqual([])
  for (const key of keys) expect(await services.storage.stat(key), key).toBeNull()
  expect((await boris.client.stories.list({})).items).toHaveLength(1)
  const again = await app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ana.email, password }),
  })
  expect(again.status).toBe(400)
})

test('nor where its sign-in had gone by then, and of what search was to find of it', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  await keepSomethingOfEachKind(kinora, ana, 'marzipan')
  await leaveTraces(ana, boris)
  await ana.client.accountEnd.request({ password })
  await database.asOwner(`update account_deletions set erase_at = now() where user_id = $1`, [ana.id])
  // As in a setup where another service keeps the accounts and does not report that one was deleted; and a search
  // entry whose story no longer exists.
  await asSuperuser(database, withoutTriggers(`delete from auth.users where id = '${ana.id}'`))
  await asSuperuser(
    database,
    `insert into search_entries (user_id, kind, source_id, text, search) values ($1, 'story', $2, 'marzipan', to_tsvector('marzipan'))`,
    [ana.id, uuidv7()],
  )

  await erase(services, ana.id)

  const left = await traces([ana.id, ana.email, 'marzipan'])
  expect(left.filter((trace) => !trace.startsWith('auth.') && !trace.startsWith('graphile_worker.'))).toEqual(
    [],
  )
})

const withoutTriggers = (statement: string) =>
  `do $$ begin set local session_replication_role = replica; ${statement}; end $$`

test('nor does the letter to its address that was never taken', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const resourceId = uuidv7()
  await boris.client.stories.create({ id: resourceId, title: 'The mill', method: 'journal' })
  await boris.client.sharing.invite({ resourceType: 'story', resourceId, role: 'viewer', email: ana.email })
  const letters = () => database.asOwner('select email from invitations where email = $1', [ana.email])
  expect((await letters()).rows).toHaveLength(1)

  await ana.client.accountEnd.request({ password })
  await database.asOwner(
    `update account_deletions set erase_at = now() - interval '1 second' where user_id = $1`,
    [ana.id],
  )
  await erase(services, ana.id)

  expect((await letters()).rows).toEqual([])
})

test('nor does an address remain that a letter was sent to, where the account had another one', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const storyId = uuidv7()
  await boris.client.stories.create({ id: storyId, title: 'The mill', method: 'journal' })
  const email = `ana-at-work-${uuidv7()}@example.com`
  const shared = { resourceType: 'story', resourceId: storyId, role: 'viewer' } as const
  await boris.client.sharing.invite({ ...shared, email })
  const { text } = await waitingMail(database, services.secrets, email)
  await ana.client.sharing.accept({ token: /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? '' })
  await database.asOwner(`delete from graphile_worker._private_jobs`)
  expect(await traces([email])).toEqual([`public.invitations: ${email}`])

  await ana.client.accountEnd.request({ password })
  await database.asOwner(
    `update account_deletions set erase_at = now() - interval '1 second' where user_id = $1`,
    [ana.id],
  )
  await erase(services, ana.id)

  expect(await traces([email])).toEqual([])
})

test('nor does anything of an account remain in what another one that leaves has put aside', async () => {
  const [ana, boris, clara] = [await person('Ana'), await person('Boris'), await person('Clara')]
  await database.asOwner(`update subscriptions set tier = 'family' where user_id = $1`, [boris.id])
  const storyId = uuidv7()
  await boris.client.stories.create({ id: storyId, title: 'The mill', method: 'journal' })
  const shared = { resourceType: 'story', resourceId: storyId } as const
  const email = `ana-at-work-${uuidv7()}@example.com`
  await boris.client.sharing.invite({ ...shared, email, role: 'admin' })
  const { text } = await waitingMail(database, services.secrets, email)
  await ana.client.sharing.accept({ token: /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? '' })
  await ana.client.sharing.share({ ...shared, email: clara.email, role: 'viewer' })
  await boris.client.accountEnd.request({ password })
  await database.asOwner(`delete from graphile_worker._private_jobs`)
  expect(await traces([ana.id, email])).not.toEqual([])

  await ana.client.accountEnd.request({ password })
  await database.asOwner(`update account_deletions set erase_at = now() where user_id = $1`, [ana.id])
  await erase(services, ana.id)

  expect(await traces([ana.id, email])).toEqual([])
  await boris.client.accountEnd.keep()
  const { people } = await boris.client.sharing.get(shared)
  expect(people.map(({ id: _, name }) => name)).toEqual(['Clara'])
})

test('nor where an operator removes an account: a correction stays without the name, and no letter to its address', async () => {
  const [ana, boris] = [await person('Ana Marzipan'), await person('Boris')]
  await database.asOwner(`update subscriptions set tier = 'family' where user_id = $1`, [boris.id])
  const recording = await heardRecording(services, boris, ['We came from Lisbon'])
  const { storyId } = await boris.client.transcripts.get({ id: recording })
  const shared = { resourceType: 'story', resourceId: storyId } as const
  await boris.client.sharing.invite({ ...shared, email: ana.email, role: 'editor' })
  const { text } = await waitingMail(database, services.secrets, ana.email)
  await ana.client.sharing.accept({ token: /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? '' })
  const [line] = (await ana.client.transcripts.lines({ id: recording })).items
  const correction = command({
    type: 'replaceWords',
    lineId: line?.id ?? '',
    baseVersion: 0,
    from: 3,
    to: 4,
    text: 'Porto',
  })
  await ana.client.transcripts.edit({ id: recording, commands: [correction] })

  await database.asOwner('delete from auth.users where id = $1', [ana.id])

  // The sealed mails in the queue do not reveal their recipient; the operator's own journal is kept.
  const others = (await traces([ana.id, ana.email, 'Marzipan'])).filter((one) => !one.includes('audit_log'))
  expect(others).toEqual([])
  const { items } = await boris.client.transcripts.history({ id: recording })
  expect(items).toMatchObject([{ after: 'Porto', authorName: '' }])
})

test('what somebody wrote about others’ stories goes with their account, however it ends; others’ words stay', async () => {
  const [ana, boris, clara] = [await person('Ana'), await person('Boris'), await person('Clara')]
  const { id: storyId } = await boris.client.stories.create({
    id: uuidv7(),
    title: 'The mill',
    method: 'journal',
  })
  for (const who of [ana, clara]) {
    const on = { resourceType: 'story', resourceId: storyId } as const
    await boris.client.sharing.share({ ...on, email: who.email, role: 'viewer' })
    await who.client.comments.add({ storyId, id: uuidv7(), text: 'I was there' })
  }
  const authors = async () =>
    (await boris.client.comments.list({ storyId })).items.map(({ author }) => author)

  await ana.client.accountEnd.request({ password })
  expect(await authors()).toHaveLength(2)
  await database.asOwner(`update account_deletions set erase_at = now() where user_id = $1`, [ana.id])
  await erase(services, ana.id)
  expect(await authors()).toEqual(['Clara'])

  // As when an operator removes an account.
  await database.asOwner('delete from auth.users where id = $1', [clara.id])
  expect(await authors()).toEqual([])
})

test('an account that was kept after all is not erased by a job that was queued before', async () => {
  const ana = await person('Ana')
  await ana.client.accountEnd.request({ password })
  await database.asOwner(
    `update account_deletions set erase_at = now() - interval '1 second' where user_id = $1`,
    [ana.id],
  )
  await sweep(services)
  await ana.client.accountEnd.keep()

  await erase(services, ana.id)

  expect((await ana.client.account.profile()).email).toBe(ana.email)
})

/**
 * Leaves traces of Ana in Boris's account: what she did there, and what his account still holds of it once he has
 * asked for its end.
 */
async function leaveTraces(ana: Person, boris: Person): Promise<void> {
  const { id: story } = await boris.client.stories.create({
    id: uuidv7(),
    title: 'His own',
    method: 'journal',
  })
  const shared = { resourceType: 'story', resourceId: story } as const
  await database.asOwner(`update subscriptions set tier = 'family' where user_id = $1`, [boris.id])
  await boris.client.sharing.share({ ...shared, email: ana.email, role: 'admin' })
  await ana.client.comments.add({ storyId: story, id: uuidv7(), text: 'marzipan' })
  await ana.client.sharing.invite({ ...shared, email: 'cousin@example.com', role: 'viewer' })
  await ana.client.publicLinks.turnOn({ storyId: story })
  await boris.client.accountEnd.request({ password })
}

/** The keys of all stored objects that her rows name. */
async function objectsOf({ id }: Person): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select storage_key from media where user_id = $1 union all select storage_key from uploads where user_id = $1`,
    [id],
  )
  const keys = rows.map((row) => String(row.storage_key))
  const stats = await Promise.all(keys.map((key) => services.storage.stat(key)))
  return keys.filter((_, index) => stats[index] !== null)
}

/** The tables, in every schema of ours, that contain one of these words. */
async function traces(words: string[]): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'app', 'auth', 'graphile_worker')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    for (const word of words) {
      const hits = await database.asOwner(`select from ${name} t where strpos(to_jsonb(t)::text, $1) > 0`, [
        word,
      ])
      if (hits.rows.length > 0) found.push(`${name}: ${word}`)
    }
  }
  return found
}
