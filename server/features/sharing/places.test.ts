import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { codeOf } from '../../testing/code-of.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'

const { person, database, services } = await createTestKinora()
type Person = Awaited<ReturnType<typeof person>>

async function story({ client }: Person) {
  const id = uuidv7()
  await client.stories.create({ id, title: 'The harbour dance', method: 'journal' })
  return { resourceType: 'story', resourceId: id } as const
}
const onPlan = ({ id }: Person, tier: string) =>
  asSuperuser(database, `update public.subscriptions set tier = $2 where user_id = $1`, [id, tier])

test('whoever was invited to two stories takes one place, also between the two letters', async () => {
  const ana = await person('Ana')
  const [first, second] = [await story(ana), await story(ana)]
  for (const who of await Promise.all([1, 2, 3, 4].map(() => person()))) {
    await ana.client.sharing.share({ ...first, email: who.email, role: 'viewer' })
  }
  const email = `${uuidv7()}@example.com`
  const letters: string[] = []
  for (const on of [first, second]) {
    await ana.client.sharing.invite({ ...on, email, role: 'viewer' })
    const { text } = await waitingMail(database, services.secrets, email)
    letters.push(/\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? '')
  }
  expect((await ana.client.billing.get()).usage.viewers).toEqual({ used: 5, limit: 5 })

  // Boris's account has another address than the one invited.
  const boris = await person('Boris')
  expect(await codeOf(boris.client.sharing.accept({ token: letters[0] ?? '' }))).toBe('done')
  expect((await ana.client.billing.get()).usage.viewers).toEqual({ used: 5, limit: 5 })
  expect(await codeOf(boris.client.sharing.accept({ token: letters[1] ?? '' }))).toBe('done')
})

test('a letter to whoever has access already takes no second place', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const [first, second] = [await story(ana), await story(ana)]
  await ana.client.sharing.share({ ...first, email: boris.email, role: 'viewer' })

  await ana.client.sharing.invite({ ...second, email: boris.email.toUpperCase(), role: 'viewer' })

  expect((await ana.client.billing.get()).usage.viewers.used).toBe(1)
})

test('whoever has more people than the plan allows can still let each of them do less', async () => {
  const ana = await person('Ana')
  await onPlan(ana, 'family')
  const on = await story(ana)
  const people = await Promise.all(Array.from({ length: 7 }, () => person()))
  const shares = []
  for (const who of people) {
    shares.push(await ana.client.sharing.share({ ...on, email: who.email, role: 'viewer' }))
  }
  const [one, two] = shares
  const set = (id: string | undefined, role: 'viewer' | 'editor' | 'admin') =>
    codeOf(ana.client.sharing.setRole({ ...on, id: id ?? '', role }))
  await set(one?.id, 'admin')
  await set(two?.id, 'admin')
  await onPlan(ana, 'free')

  expect(await set(one?.id, 'editor')).toBe('done')
  expect(await set(one?.id, 'viewer')).toBe('done')
  expect(await set(two?.id, 'viewer')).toBe('done')
  expect(await set(two?.id, 'editor')).toBe('SHARING_LIMIT_REACHED')
})

test('whoever had access has it again when an account is kept whose plan became smaller meanwhile', async () => {
  const ana = await person('Ana')
  await onPlan(ana, 'family')
  const on = await story(ana)
  const [boris, clara] = [await person('Boris'), await person('Clara')]
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'editor' })
  await ana.client.sharing.share({ ...on, email: clara.email, role: 'viewer' })

  await ana.client.accountEnd.request({ password: 'wild geese' })
  await onPlan(ana, 'free')
  await ana.client.accountEnd.keep()

  const { people } = await ana.client.sharing.get(on)
  expect(people.map(({ email, role }) => [email, role]).toSorted()).toEqual(
    [
      [boris.email, 'editor'],
      [clara.email, 'viewer'],
    ].toSorted(),
  )
  expect((await ana.client.billing.get()).usage.collaborators).toEqual({ used: 1, limit: 0 })
})

test('letters of somebody who may share no more hold no place, need one when they are sent again, and say so', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  await asSuperuser(
    database,
    `update public.subscriptions set own_limits = '{"collaborators": 1, "viewers": 5}' where user_id = $1`,
    [ana.id],
  )
  const on = await story(ana)
  const share = await ana.client.sharing.share({ ...on, email: boris.email, role: 'admin' })
  const letters = Array.from({ length: 5 }, () => `${uuidv7()}@example.com`)
  for (const email of letters) await boris.client.sharing.invite({ ...on, email, role: 'viewer' })
  const [again = '', late = '', other = ''] = letters
  const { text } = await waitingMail(database, services.secrets, other)
  const invite = (email: string) => codeOf(ana.client.sharing.invite({ ...on, email, role: 'viewer' }))
  const viewers = async () => (await ana.client.billing.get()).usage.viewers.used
  const worthless = async () =>
    (await ana.client.sharing.get(on)).invitations.flatMap(({ email, isWorthless }) =>
      isWorthless ? email : [],
    )
  expect(await viewers()).toBe(5)
  expect(await worthless()).toEqual([])

  await ana.client.sharing.setRole({ ...on, id: share.id, role: 'viewer' })

  expect(await viewers()).toBe(1)
  expect(await worthless()).toEqual(letters)
  expect(await invite(again)).toBe('done')
  expect(await worthless()).toEqual(letters.slice(1))
  for (let count = 0; count < 3; count += 1) expect(await invite(`${uuidv7()}@example.com`)).toBe('done')
  expect(await viewers()).toBe(5)
  expect(await invite(late)).toBe('SHARING_LIMIT_REACHED')

  // Their letters are worth something again; whether there is still room is asked when one is opened.
  await ana.client.sharing.setRole({ ...on, id: share.id, role: 'admin' })
  expect(await worthless()).toEqual([])
  const token = /\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? ''
  expect(await codeOf((await person()).client.sharing.accept({ token }))).toBe('SHARING_LIMIT_REACHED')
})
