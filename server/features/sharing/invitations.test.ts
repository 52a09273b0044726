import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { asUser } from '../../db/actor.ts'
import { codeOf } from '../../testing/code-of.ts'
import { clientOf } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'

const { app, person, database, services } = await createTestKinora()
type Person = Awaited<ReturnType<typeof person>>
const limited = await createTestKinora({ AUTH_RATE_LIMITS: 'true' })
const narrow = await createTestKinora({ AUTH_RATE_LIMITS: 'true', DATABASE_POOL: '2' })
const visitor = clientOf(app)

async function invited(role: 'viewer' | 'editor' = 'viewer') {
  const ana = await person('Ana Petrova')
  await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'The harbour dance', method: 'journal' })
  const on = { resourceType: 'story', resourceId: storyId } as const
  const email = `${uuidv7()}@example.com`
  const letter = await ana.client.sharing.invite({ ...on, email, role })
  return { ana, storyId, on, email, letter, token: await tokenFor(email) }
}

const mailTo = async (email: string) => (await waitingMail(database, services.secrets, email)).text
const tokenFor = async (email: string) => /\/invitation\/([\w-]{43})/.exec(await mailTo(email))?.[1] ?? ''
const accept = (who: Person, token: string) => codeOf(who.client.sharing.accept({ token }))

test('a letter says what it is to and turns into access, once', async () => {
  const { ana, storyId, on, letter, token } = await invited('editor')
  const [boris, mallory] = [await person('Boris'), await person('Mallory')]

  expect(await visitor.sharing.readInvitation({ token })).toEqual({
    resourceType: 'story',
    title: 'The harbour dance',
    inviter: 'Ana Petrova',
    role: 'editor',
  })
  expect(await boris.client.sharing.accept({ token })).toEqual(on)
  expect((await boris.client.stories.get({ id: storyId })).role).toBe('editor')
  expect(await accept(boris, token)).toBe('done')
  expect(await accept(mallory, token)).toBe('INVITATION_USED')
  expect(await codeOf(visitor.sharing.readInvitation({ token }))).toBe('INVITATION_USED')
  expect((await ana.client.sharing.get(on)).invitations).toEqual([])
  // An accepted invitation cannot be withdrawn; the person who accepted it keeps their place in the plan.
  expect(await codeOf(ana.client.sharing.cancelInvitation({ ...on, id: letter.id }))).toBe('NOT_FOUND')
})

test('letters of one moment keep their order, however the database comes upon them', async () => {
  const { ana, on, letter } = await invited()
  const others = ['zoe', 'boris', 'mia'].map((name) => `${name}-${uuidv7()}@example.com`)
  for (const email of others) await ana.client.sharing.invite({ ...on, email, role: 'viewer' })
  const { invitations } = await ana.client.sharing.get(on)
  for (const { id } of invitations.toReversed())
    await asSuperuser(database, 'update invitations set created_at = now()::date where id = $1', [id])

  const shown = (await ana.client.sharing.get(on)).invitations.map(({ email }) => email)

  expect(shown).toEqual([letter.email, ...others])
})

test('a letter gives whoever may look already what it says, and takes nothing from whoever may do more', async () => {
  const { ana, storyId, on, token } = await invited('editor')
  const boris = await person('Boris')
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })
  expect(await accept(boris, token)).toBe('done')
  expect((await boris.client.stories.get({ id: storyId })).role).toBe('editor')
  expect((await ana.client.billing.get()).usage.collaborators.used).toBe(1)

  const email = `${uuidv7()}@example.com`
  await ana.client.sharing.invite({ ...on, email, role: 'viewer' })
  expect(await accept(boris, await tokenFor(email))).toBe('done')
  expect((await boris.client.stories.get({ id: storyId })).role).toBe('editor')
})

test('a letter of whoever has neither a name nor an address is a sentence, too', async () => {
  const ana = await person(' ')
  await asSuperuser(database, `update auth.users set email = null, phone = '4930123456' where id = $1`, [
    ana.id,
  ])
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'The mill', method: 'journal' })
  const email = `${uuidv7()}@example.com`
  await ana.client.sharing.invite({ resourceType: 'story', resourceId: id, email, role: 'viewer' })

  const { subject, text } = await waitingMail(database, services.secrets, email)

  expect(subject).toBe('Somebody shares a family story with you')
  expect(text.split('\n')[0]).toBe('Somebody would like you to see the story “The mill”.')
  const token = /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? ''
  expect((await visitor.sharing.readInvitation({ token })).inviter).toBe('Somebody')
})

test('a letter opens again for whoever took it, until that is taken away from them', async () => {
  const { ana, storyId, on, token } = await invited()
  const [boris, mallory] = [await person('Boris'), await person('Mallory')]
  await boris.client.sharing.accept({ token })
  const read = (who: Person) => who.client.sharing.readInvitation({ token })

  expect(await read(boris)).toMatchObject({ title: 'The harbour dance', role: 'viewer', isYours: true })
  expect(await codeOf(read(mallory))).toBe('INVITATION_USED')

  const [share] = (await ana.client.sharing.get(on)).people
  await ana.client.sharing.revoke({ ...on, id: share?.id ?? '' })
  expect(await codeOf(boris.client.stories.get({ id: storyId }))).toBe('NOT_FOUND')
  expect([await codeOf(read(boris)), await accept(boris, token)]).toEqual([
    'INVITATION_USED',
    'INVITATION_USED',
  ])
})

test('whoever access is taken away from does not come back by a letter that they had not opened', async () => {
  const { ana, storyId, on, email } = await invited()
  const boris = await person('Boris')
  await ana.client.sharing.invite({ ...on, email: boris.email.toUpperCase(), role: 'viewer' })
  const token = await tokenFor(boris.email.toUpperCase())
  const share = await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })

  await ana.client.sharing.revoke({ ...on, id: share.id })

  expect(await accept(boris, token)).toBe('NOT_FOUND')
  expect(await codeOf(boris.client.stories.get({ id: storyId }))).toBe('NOT_FOUND')
  // The letters to others stay.
  expect((await ana.client.sharing.get(on)).invitations).toMatchObject([{ email }])
})

test('whoever may do less from now on does not rise again by a letter that they had not opened', async () => {
  const { ana, storyId, on, email } = await invited()
  const boris = await person('Boris')
  const share = await ana.client.sharing.share({ ...on, email: boris.email, role: 'admin' })
  await ana.client.sharing.invite({ ...on, email: boris.email, role: 'admin' })
  const token = await tokenFor(boris.email)
  const setRole = (role: 'viewer' | 'editor') => ana.client.sharing.setRole({ ...on, id: share.id, role })

  await setRole('viewer')

  expect(await accept(boris, token)).toBe('NOT_FOUND')
  expect((await boris.client.stories.get({ id: storyId })).role).toBe('viewer')

  // A letter that gives no more than the new right stays, and so does any while the right rises.
  await ana.client.sharing.invite({ ...on, email: boris.email, role: 'admin' })
  await setRole('editor')
  expect((await ana.client.sharing.get(on)).invitations).toMatchObject([{ email }, { role: 'admin' }])
  await ana.client.sharing.invite({ ...on, email: boris.email, role: 'viewer' })
  await setRole('viewer')
  expect((await ana.client.sharing.get(on)).invitations).toMatchObject([{ email }, { role: 'viewer' }])
})

test('of two who open a letter at once one gets in', async () => {
  const { token } = await invited()
  const people = [await person(), await person()]

  const answers = await Promise.all(people.map((who) => accept(who, token)))

  expect(answers.toSorted()).toEqual(['INVITATION_USED', 'done'])
})

test('a letter that has run out, was taken back, was sent again or is for a deleted story opens nothing', async () => {
  const boris = await person('Boris')
  const expired = await invited()
  await database.asOwner(`update invitations set expires_at = now() - interval '1 minute' where id = $1`, [
    expired.letter.id,
  ])
  expect(await accept(boris, expired.token)).toBe('INVITATION_EXPIRED')
  expect(await codeOf(visitor.sharing.readInvitation({ token: expired.token }))).toBe('INVITATION_EXPIRED')

  const taken = await invited()
  await taken.ana.client.sharing.cancelInvitation({ ...taken.on, id: taken.letter.id })
  expect(await accept(boris, taken.token)).toBe('NOT_FOUND')

  const again = await invited()
  await again.ana.client.sharing.invite({ ...again.on, email: again.email, role: 'viewer' })
  expect(await accept(boris, again.token)).toBe('NOT_FOUND')
  expect(await accept(boris, await tokenFor(again.email))).toBe('done')

  const deleted = await invited()
  await deleted.ana.client.stories.delete({ id: deleted.storyId })
  expect(await accept(boris, deleted.token)).toBe('NOT_FOUND')
  expect(await codeOf(visitor.sharing.readInvitation({ token: deleted.token }))).toBe('NOT_FOUND')
})

test('a letter of an admin is worth nothing and says nothing once they are none', async () => {
  const { ana, on } = await invited()
  const admin = await person('Admin')
  const share = await ana.client.sharing.share({ ...on, email: admin.email, role: 'admin' })
  const email = `${uuidv7()}@example.com`
  await admin.client.sharing.invite({ ...on, email, role: 'admin' })
  const token = await tokenFor(email)
  const read = () => codeOf(visitor.sharing.readInvitation({ token }))
  expect(await read()).toBe('done')

  await ana.client.sharing.setRole({ ...on, id: share.id, role: 'viewer' })
  expect(await read()).toBe('NOT_FOUND')
  await ana.client.sharing.setRole({ ...on, id: share.id, role: 'admin' })
  expect(await read()).toBe('done')
  await ana.client.sharing.revoke({ ...on, id: share.id })

  expect(await accept(await person(), token)).toBe('NOT_FOUND')
  expect(await read()).toBe('NOT_FOUND')
})

test('nor is it once they may do less, whoever else is an admin meanwhile', async () => {
  const { ana, on } = await invited()
  const [former, other] = [await person('Former'), await person('Other')]
  const share = await ana.client.sharing.share({ ...on, email: former.email, role: 'admin' })
  await ana.client.sharing.share({ ...on, email: other.email, role: 'admin' })
  const email = `${uuidv7()}@example.com`
  await former.client.sharing.invite({ ...on, email, role: 'admin' })
  const token = await tokenFor(email)

  await ana.client.sharing.setRole({ ...on, id: share.id, role: 'editor' })

  expect(await accept(await person(), token)).toBe('NOT_FOUND')
})

test('a letter of the owner’s stays theirs when an admin sends it again, unless it gives more than they gave', async () => {
  const { ana, on, email } = await invited()
  const other = `${uuidv7()}@example.com`
  await ana.client.sharing.invite({ ...on, email: other, role: 'viewer' })
  const boris = await person('Boris')
  const share = await ana.client.sharing.share({ ...on, email: boris.email, role: 'admin' })

  await boris.client.sharing.invite({ ...on, email, role: 'viewer' })
  await boris.client.sharing.invite({ ...on, email: other, role: 'admin' })
  await ana.client.sharing.revoke({ ...on, id: share.id })

  expect(await accept(await person('Carla'), await tokenFor(email))).toBe('done')
  expect(await accept(await person('Mallory'), await tokenFor(other))).toBe('NOT_FOUND')
})

test('in the database itself no admin sends a letter in the owner’s name', async () => {
  const { ana, on, letter } = await invited()
  const boris = await person('Boris')
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'admin' })
  const own = await boris.client.sharing.invite({ ...on, email: `${uuidv7()}@example.com`, role: 'viewer' })
  const change = (id: string, change: { role: 'admin' } | { invited_by: string }) =>
    asUser(services.db, boris.claims, (tx) =>
      tx.updateTable('invitations').set(change).where('id', '=', id).execute(),
    )

  await expect(change(own.id, { invited_by: ana.id })).rejects.toMatchObject({ code: '42501' })
  await expect(change(letter.id, { role: 'admin' })).rejects.toMatchObject({ code: '42501' })
})

test('whoever opens a letter of their own finds what they share, and leaves it to whom it was sent', async () => {
  const { ana, storyId, token } = await invited()
  const boris = await person('Boris')

  expect(await accept(ana, token)).toBe('done')
  expect((await ana.client.stories.get({ id: storyId })).role).toBe('owner')
  expect(await accept(boris, token)).toBe('done')
})

test('a letter that has run out holds no place of the plan, and needs one when it is sent again', async () => {
  const ana = await person('Ana')
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'Bread', method: 'journal' })
  const on = { resourceType: 'story', resourceId: id, role: 'viewer' } as const
  const send = (email: string) => codeOf(ana.client.sharing.invite({ ...on, email }))
  const { limit } = (await ana.client.billing.get()).usage.viewers
  const [first = '', ...others] = Array.from({ length: (limit ?? 0) + 1 }, () => `${uuidv7()}@example.com`)
  for (const email of [first, ...others.slice(1)]) expect(await send(email)).toBe('done')
  expect(await send(others[0] ?? '')).toBe('SHARING_LIMIT_REACHED')

  await database.asOwner('update invitations set expires_at = now() where user_id = $1 and email = $2', [
    ana.id,
    first,
  ])
  expect(await send(others[0] ?? '')).toBe('done')

  expect(await send(first)).toBe('SHARING_LIMIT_REACHED')
})

test('the database keeps no token, and names cannot add lines to a letter', async () => {
  const ana = await person('Ana\r\nBcc: everybody@example.com')
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'Bread\nand salt', method: 'journal' })
  const email = `${uuidv7()}@example.com`
  await ana.client.sharing.invite({ resourceType: 'story', resourceId: id, email, role: 'viewer' })

  const mail = await mailTo(email)
  expect(mail.split('\n')[0]).toBe(
    'Ana Bcc: everybody@example.com would like you to see the story “Bread and salt”.',
  )
  const token = await tokenFor(email)
  const { rows } = await database.asOwner(
    'select to_jsonb(i)::text as row from invitations i where story_id = $1',
    [id],
  )
  expect(rows[0].row).not.toContain(token)
})

test('letters are limited to so many in a day', async () => {
  const ana = await limited.person('Ana')
  await asSuperuser(limited.database, `update public.subscriptions set tier = 'family' where user_id = $1`, [
    ana.id,
  ])
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'Bread', method: 'journal' })
  const send = (count: number) =>
    codeOf(
      ana.client.sharing.invite({
        resourceType: 'story',
        resourceId: id,
        email: `${count}@example.com`,
        role: 'viewer',
      }),
    )

  for (let count = 0; count < 30; count += 1) expect(await send(count)).toBe('done')
  expect(await send(30)).toBe('TOO_MANY_REQUESTS')
})

test('a letter that the database had to take up anew counts once', async () => {
  const ana = await limited.person('Ana')
  await asSuperuser(limited.database, `update public.subscriptions set tier = 'family' where user_id = $1`, [
    ana.id,
  ])
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'Bread', method: 'journal' })
  // A sequence goes on counting when a transaction is undone, so only the first try of the first letter is broken off.
  for (const statement of [
    'create sequence public.tries',
    'grant all on sequence public.tries to public',
    `create function public.break_off_once() returns trigger language plpgsql as $$
     begin
       if nextval('public.tries') = 1 then raise exception 'broken off' using errcode = '40001'; end if;
       return new;
     end $$`,
    `create trigger break_off_once before insert on public.invitations
     for each row execute function public.break_off_once()`,
  ])
    await asSuperuser(limited.database, statement, [])
  const send = (count: number) =>
    codeOf(
      ana.client.sharing.invite({
        resourceType: 'story',
        resourceId: id,
        email: `again-${count}@example.com`,
        role: 'viewer',
      }),
    )

  for (let count = 0; count < limits.invitationsPerDay; count += 1) expect(await send(count)).toBe('done')
  expect(await send(limits.invitationsPerDay)).toBe('TOO_MANY_REQUESTS')
})

test('more letters at once than there are connections to the database are all sent', async () => {
  const ana = await narrow.person('Ana')
  await asSuperuser(narrow.database, `update public.subscriptions set tier = 'family' where user_id = $1`, [
    ana.id,
  ])
  const resourceId = uuidv7()
  await ana.client.stories.create({ id: resourceId, title: 'Bread', method: 'journal' })
  const on = { resourceType: 'story', resourceId, role: 'viewer' } as const

  const emails = ['boris', 'carla', 'dora', 'emil'].map((name) => `${name}@example.com`)
  const sent = await Promise.all(emails.map((email) => codeOf(ana.client.sharing.invite({ ...on, email }))))

  expect(sent).toEqual(['done', 'done', 'done', 'done'])
  expect((await ana.client.stories.list({})).items).toHaveLength(1)
})

test('nobody tries out a list of addresses, not even all at once', async () => {
  const [ana, boris] = [await limited.person('Ana'), await limited.person('Boris')]
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'Bread', method: 'journal' })
  const share = (email: string) =>
    codeOf(ana.client.sharing.share({ resourceType: 'story', resourceId: id, email, role: 'viewer' }))
  const strangers = Array.from({ length: limits.unknownPeople + 5 }, (_, count) => `${count}@example.com`)

  expect(await share(boris.email)).toBe('done')
  const answers = await Promise.all(strangers.map(share))

  expect(answers.filter((code) => code === 'USER_NOT_FOUND')).toHaveLength(limits.unknownPeople)
  expect(answers.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(5)
})

test('nor one address after another, and whoever they know costs no try', async () => {
  const [ana, boris] = [await limited.person('Ana'), await limited.person('Boris')]
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'Bread', method: 'journal' })
  const share = (email: string) =>
    codeOf(ana.client.sharing.share({ resourceType: 'story', resourceId: id, email, role: 'viewer' }))

  for (let count = 0; count < limits.unknownPeople; count += 1) {
    expect(await share(boris.email)).toBe(count === 0 ? 'done' : 'ALREADY_SHARED')
    expect(await share(`${count}@example.com`)).toBe('USER_NOT_FOUND')
  }
  expect(await share('another@example.com')).toBe('TOO_MANY_REQUESTS')
})
