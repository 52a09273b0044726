import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createJobHandlers } from './job-handlers.ts'
import { adminToken, jwtSecret } from './testing/admin.ts'
import { codeOf } from './testing/code-of.ts'
import { clientOf, type Person } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import { createTestBrowser } from './testing/push-service.ts'
import { asSuperuser } from './testing/recorder.ts'
import { deviceWith, makeLink } from './testing/recording-links.ts'
import { waitingMail } from './testing/waiting-mails.ts'

const secret = 'a-secret-of-more-than-thirty-two-signs'
const { person, app, auth, database, services } = await createTestKinora({
  AUTH_JWT_SECRET: jwtSecret,
  INBOUND_MAIL_ADDRESS: 'stories@family.example',
  INBOUND_MAIL_SECRET: secret,
})
const handlers = createJobHandlers(services, auth)

/** Deletes an account as an operator does who wants its row to stay. */
async function deleteSoftly({ id }: Person): Promise<void> {
  const answer = await app.request(`/auth/v1/admin/users/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${await adminToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ should_soft_delete: true }),
  })
  expect(answer.status).toBe(200)
}

async function storyOf({ client }: Person, title = 'The mill'): Promise<string> {
  const { id } = await client.stories.create({ id: uuidv7(), title, method: 'journal' })
  return id
}

/** Runs a job that no account asks for by itself. */
async function runScheduled(name: string): Promise<void> {
  const context = {
    log: services.log,
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
  }
  await handlers.find((handler) => handler.name === name)?.run({}, context)
}

const rowsOf = async (text: string, { id }: Person) => (await asSuperuser(database, text, [id])).rows

test('whatever lets others in closes with an account that is deleted softly, and all that it holds stays', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const visitor = clientOf(app)
  const story = await storyOf(ana)
  const shared = { resourceType: 'story', resourceId: story, role: 'viewer' } as const
  await ana.client.sharing.share({ ...shared, email: boris.email })
  const invited = `${uuidv7()}@example.com`
  await ana.client.sharing.invite({ ...shared, email: invited })
  const letter = await waitingMail(database, services.secrets, invited)
  const invitation = /\/invitation\/([\w-]{43})/.exec(letter.text)?.[1] ?? ''
  const { url } = await ana.client.publicLinks.turnOn({ storyId: story })
  const profile = await ana.client.publicProfile.set({
    isPublic: true,
    picture: false,
    location: true,
    bio: true,
  })
  const { address } = await makeLink(ana, { storyId: await storyOf(ana, 'The winter') })
  const uncle = deviceWith(app, address)
  const prompt = uuidv7()
  await ana.client.prompts.create({ id: prompt, text: 'Who built the mill?' })
  await ana.client.community.publish({ kind: 'prompt', id: prompt })
  const inCommunity = async () => {
    const { items } = await boris.client.prompts.list({ list: 'community', limit: 100 })
    return items.some(({ id }) => id === prompt) ? 'done' : 'gone'
  }
  const others = async () => [
    await codeOf(boris.client.stories.get({ id: story })),
    await codeOf(visitor.sharing.readInvitation({ token: invitation })),
    await codeOf(visitor.publicStories.open({ token: url?.split('/').at(-1) ?? '' })),
    await codeOf(visitor.publicProfile.read({ token: profile.url?.split('/p/')[1] ?? '' })),
    await codeOf(uncle.client.recordingLinks.open()),
    await inCommunity(),
  ]
  expect(await others()).toEqual(['done', 'done', 'done', 'done', 'done', 'done'])

  await deleteSoftly(ana)

  expect(await others()).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
    'SHARE_LINK_OFF',
    'NOT_FOUND',
    'LINK_REVOKED',
    'gone',
  ])
  expect(await rowsOf('select title from stories where user_id = $1 order by created_at', ana)).toEqual([
    { title: 'The mill' },
    { title: 'The winter' },
  ])
})

test('what was shared with an account that is deleted softly takes nobody’s place any more, and no letter of it is worth anything', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  await asSuperuser(database, `update subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const shared = { resourceType: 'story', resourceId: await storyOf(ana) } as const
  await ana.client.sharing.share({ ...shared, email: boris.email, role: 'admin' })
  const invited = `${uuidv7()}@example.com`
  await boris.client.sharing.invite({ ...shared, email: invited, role: 'viewer' })
  const letter = await waitingMail(database, services.secrets, invited)
  const invitation = /\/invitation\/([\w-]{43})/.exec(letter.text)?.[1] ?? ''
  const readInvitation = () => codeOf(clientOf(app).sharing.readInvitation({ token: invitation }))
  expect(await readInvitation()).toBe('done')

  await deleteSoftly(boris)

  expect((await ana.client.sharing.get(shared)).people).toEqual([])
  expect((await ana.client.account.usage()).collaboratorsCount).toBe(0)
  expect(await readInvitation()).toBe('NOT_FOUND')
})

test('an account that is deleted softly is asked and told nothing more, and nobody writes into it by mail', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const ask = async () => {
    await asSuperuser(
      database,
      `update weekly_questions set next_at = now() - interval '1 minute' where user_id = $1`,
      [ana.id],
    )
    await runScheduled('send_weekly_questions')
  }
  await ana.client.weeklyQuestions.set({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 9 })
  await ask()
  const letter = await waitingMail(database, services.secrets, ana.email)
  const { keys } = createTestBrowser()
  await ana.client.notices.addDevice({
    endpoint: 'https://push.example.com/ana',
    keys,
    name: 'Firefox on Linux',
  })
  await asSuperuser(database, 'update push_devices set session_id = null where user_id = $1', [ana.id])
  const story = await storyOf(ana)
  await ana.client.sharing.share({
    resourceType: 'story',
    resourceId: story,
    email: boris.email,
    role: 'viewer',
  })
  await boris.client.comments.add({ id: uuidv7(), storyId: story, text: 'I remember' })

  await deleteSoftly(ana)
  await ask()

  const answered = await app.request('/mail/inbound', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: `To: ${letter.headers?.['Reply-To']}\r\nMessage-ID: <${uuidv7()}@x>\r\n\r\nI put the kettle on.\r\n`,
  })
  expect(await answered.json()).toMatchObject({ result: 'unknown address' })
  const question = /weekly-question#(\S+)/.exec(letter.text)?.[1] ?? ''
  expect(await codeOf(clientOf(app).weeklyQuestions.another({ token: question }))).toBe('NOT_FOUND')
  expect(await rowsOf('select endpoint from push_devices where user_id = $1', ana)).toEqual([])
  expect(await rowsOf('select kind from notices where user_id = $1', ana)).toEqual([])
  // Nothing is mailed to what the address was made unreadable by.
  expect(await rowsOf('select email from profiles where id = $1', ana)).toEqual([{ email: '' }])
})

test('a page that is still open turns nothing on again for an account that was deleted softly meanwhile', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const story = await storyOf(ana)
  const [prompt, closed] = [uuidv7(), await storyOf(ana, 'The winter')]
  await ana.client.prompts.create({ id: prompt, text: 'Who built the mill?' })
  await ana.client.publicLinks.turnOn({ storyId: closed })
  const profile = { isPublic: true, picture: false, location: true, bio: true }
  const shared = { resourceType: 'story', resourceId: story, role: 'viewer' } as const
  const { keys } = createTestBrowser()
  const device = { endpoint: 'https://push.example.com/still-open', keys, name: 'Firefox on Linux' }

  await deleteSoftly(ana)

  const asked = {
    link: ana.client.publicLinks.turnOn({ storyId: story }),
    linkAgain: ana.client.publicLinks.turnOn({ storyId: closed }),
    recorder: makeLink(ana, { storyId: story }),
    share: ana.client.sharing.share({ ...shared, email: boris.email }),
    letter: ana.client.sharing.invite({ ...shared, email: `${uuidv7()}@example.com` }),
    profile: ana.client.publicProfile.set(profile),
    publish: ana.client.community.publish({ kind: 'prompt', id: prompt }),
    weekly: ana.client.weeklyQuestions.set({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 9 }),
    device: ana.client.notices.addDevice(device),
  }
  const answers = Object.entries(asked).map(async ([name, asking]) => [name, await codeOf(asking)])
  expect(Object.fromEntries(await Promise.all(answers))).toEqual(
    Object.fromEntries(Object.keys(asked).map((name) => [name, 'UNAUTHORIZED'])),
  )
})

test('whoever pays for an account pays no more once it is deleted softly', async () => {
  const ana = await person('Ana')
  const customer = `cus_${uuidv7()}`
  await asSuperuser(database, 'update subscriptions set stripe_customer_id = $2 where user_id = $1', [
    ana.id,
    customer,
  ])

  await deleteSoftly(ana)

  const { rows } = await asSuperuser(
    database,
    `select identifier from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where j.payload ->> 'customerId' = $1`,
    [customer],
  )
  expect(rows).toEqual([{ identifier: 'end_stripe_subscription' }])
})
