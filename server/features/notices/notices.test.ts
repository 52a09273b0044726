import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { migrate } from '../../db/migrate.ts'
import type { JobContext } from '../../jobs/job.ts'
import { type Message, message } from '../../mail/message.ts'
import { queryIn } from '../../testing/backups.ts'
import { codeOf } from '../../testing/code-of.ts'
import { createOlderDatabase } from '../../testing/database.ts'
import { clientOf, type Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { createTestBrowser, startPushService } from '../../testing/push-service.ts'
import { newRecording } from '../../testing/recorder.ts'
import { noticeJobs } from './notices.jobs.ts'
import { pushKeys } from './push-keys.ts'
import { createPushSender } from './send-push.ts'
import { noticeMailRoutes } from './unsubscribe.routes.ts'

const { app, person, services, database } = await createTestKinora()
const service = await startPushService()

type Mail = Pick<Message, 'to' | 'subject' | 'text' | 'headers'>
const mails: Mail[] = []
const parts = {
  ...services,
  mail: {
    sendMail: async (...[, written]: Parameters<typeof services.mail.sendMail>) => {
      mails.push(message.parse(written))
    },
  },
}
const context: JobContext = {
  log: services.log,
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
}
const reach = { mayCall: (address: string) => ['127.0.0.1', '::1'].includes(address), ca: service.ca }
const handlers = noticeJobs(parts, createPushSender(pushKeys(services), reach))

const run = (name: string, payload: unknown) =>
  handlers.find((one) => one.name === name)?.run(payload, context) ?? Promise.reject(new Error(name))

const giveUp = (name: string, payload: unknown) =>
  handlers.find((one) => one.name === name)?.giveUp?.(payload)

/** Takes the jobs of this name that are queued for a person. @returns their payloads */
async function takeJobs(name: string, { id }: Person): Promise<unknown[]> {
  const { rows } = await database.asOwner(
    `with gone as (
       delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 and j.payload ->> 'userId' = $2 returning j.payload
     ) select payload from gone`,
    [name, id],
  )
  return rows.map(({ payload }) => payload)
}

/** Runs a person's queued jobs about news. @returns all mails to them so far */
async function tell(who: Person): Promise<Mail[]> {
  for (const payload of await takeJobs('tell_news', who)) await run('tell_news', payload)
  return mails.filter(({ to }) => to === who.email)
}

async function newStory({ client }: Person, title = 'Bread') {
  return client.stories.create({ id: uuidv7(), title, method: 'journal' })
}

const share = ({ client }: Person, resourceId: string, { email }: Person) =>
  client.sharing.share({ resourceType: 'story', resourceId, email, role: 'viewer' })

/** A story of Ana's that is shared with Boris. */
async function sharedStory(title?: string) {
  const [ana, boris] = [await person('Ana Petrova'), await person('Boris')]
  const story = await newStory(ana, title)
  await share(ana, story.id, boris)
  return { ana, boris, story }
}

/** Registers a browser of a person's with the push service of these tests. */
async function subscribe(who: Person, path = `/${uuidv7()}`) {
  const browser = createTestBrowser()
  await who.client.notices.addDevice({
    endpoint: `https://push.example.com${path}`,
    keys: browser.keys,
    name: 'Firefox on Linux',
  })
  await database.asOwner(`update push_devices set endpoint = $1 where endpoint = $2`, [
    service.origin + path,
    `https://push.example.com${path}`,
  ])
  return { path, browser, pushed: () => service.pushed.filter((one) => one.path === path) }
}

test('whoever gets to see a story is told by mail, in whose name and which', async () => {
  const { boris, story } = await sharedStory('The harbour\r\ndance')

  const [mail, ...more] = await tell(boris)

  expect(more).toEqual([])
  expect(mail?.subject).toBe('Ana Petrova shared a story with you')
  expect(mail?.text).toContain('“The harbour dance”')
  expect(mail?.text).toContain(`/app/stories/${story.id}`)
})

/** A storybook or family member of Ana's that is shared with Boris, and the id of the sharing. */
async function sharedThing(resourceType: 'storybook' | 'family_member') {
  const [ana, boris] = [await person('Ana Petrova'), await person('Boris')]
  const story = await newStory(ana)
  const resourceId = uuidv7()
  if (resourceType === 'storybook') {
    await ana.client.storybooks.create({ id: resourceId, title: 'Our book', storyIds: [story.id] })
  } else {
    await ana.client.familyMembers.create({ id: resourceId, firstName: 'Elena', lastName: 'Petrova' })
  }
  const on = { resourceType, resourceId } as const
  const { id } = await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })
  return { ana, boris, on, shareId: id }
}

test.for([
  ['storybook', 'shared a storybook with you', 'the storybook “Our book”', '/app/storybooks/'],
  ['family_member', 'shared the page of a family member', 'the page of “Elena Petrova”', '/app/family/'],
] as const)(
  'whoever gets to see a %s is told by mail and by push',
  async ([type, subject, sentence, place]) => {
    const { boris, on } = await sharedThing(type)
    const device = await subscribe(boris)

    const [mail, ...more] = await tell(boris)
    for (const payload of await takeJobs('push_news', boris)) await run('push_news', payload)

    expect(more).toEqual([])
    expect(mail?.subject).toContain(`Ana Petrova ${subject}`)
    expect(mail?.text).toContain(`Ana Petrova lets you see ${sentence}.`)
    expect(mail?.text).toContain(place + on.resourceId)
    const [pushed] = device.pushed()
    expect(pushed && device.browser.read(pushed.body)).toEqual({
      kind: 'shared',
      path: place + on.resourceId,
    })
  },
)

test.for(['storybook', 'family_member'] as const)(
  'a %s taken back before it was told is not told',
  async (type) => {
    const { ana, boris, on, shareId } = await sharedThing(type)
    await ana.client.sharing.revoke({ ...on, id: shareId })
    expect(await tell(boris)).toEqual([])

    const gone = await sharedThing(type)
    const { resourceId: id } = gone.on
    await (type === 'storybook'
      ? gone.ana.client.storybooks.delete({ id })
      : gone.ana.client.familyMembers.delete({ id }))
    expect(await tell(gone.boris)).toEqual([])
  },
)

test('a mail about news ends them with one press of a mail program, or on our page, without signing in', async () => {
  const { ana, boris, story } = await sharedStory()
  const [mail] = await tell(boris)
  const address = /^<(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const { pathname, search } = new URL(address)
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')

  // A program that only follows the link (GET) changes nothing.
  const looked = await app.request(pathname + search)
  const page = looked.headers.get('location') ?? ''
  expect(mail?.text).toContain(page)
  expect((await boris.client.notices.get()).email).toBe(true)

  const pressed = await app.request(pathname + search, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(pressed.status).toBe(200)
  expect(await boris.client.notices.get()).toMatchObject({ email: false, shared: true })
  expect((await ana.client.notices.get()).email).toBe(true)
  const { people } = await ana.client.sharing.get({ resourceType: 'story', resourceId: story.id })
  await ana.client.sharing.revoke({ resourceType: 'story', resourceId: story.id, id: people[0]?.id ?? '' })
  await share(ana, story.id, boris)
  expect(await tell(boris)).toHaveLength(1)

  await boris.client.notices.change({ email: true })
  const visitor = clientOf(app)
  expect(await visitor.notices.unsubscribe({ token: page.split('#')[1] ?? '' })).toEqual({ email: false })
  expect((await boris.client.notices.get()).email).toBe(false)
})

test.for([
  ['nobody', () => 'guessed'],
  ['somebody else', (token: string, other: string) => token.replace(/^[^.]+/, other)],
  ['a mail cut short', (token: string) => token.slice(0, -1)],
] as const)('a token of %s ends no mails', async ([, changed]) => {
  const { ana, boris } = await sharedStory()
  const [mail] = await tell(boris)
  const token = /unsubscribe#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(token).toContain(boris.id)

  await expect(clientOf(app).notices.unsubscribe({ token: changed(token, ana.id) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  for (const who of [ana, boris]) expect((await who.client.notices.get()).email).toBe(true)
})

test('a mail is ended from an address where somebody else has tried many false ones', async () => {
  const { boris } = await sharedStory()
  const [mail] = await tell(boris)
  const token = /unsubscribe#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const env = { ...services.env, auth: { ...services.env.auth, rateLimits: true } }
  const limited = noticeMailRoutes({ ...services, env })
  const press = (given: string) =>
    limited.request(`/mail/notices/unsubscribe?token=${given}`, { method: 'POST' })

  for (let tries = 0; tries < 61; tries++) expect((await press(`${boris.id}.guessed`)).ok).toBe(false)

  expect((await press(token)).status).toBe(200)
  expect((await boris.client.notices.get()).email).toBe(false)
})

test('several comments in a moment are one mail, to the one whose story it is', async () => {
  const { ana, boris, story } = await sharedStory()
  const clara = await person('Clara')
  await share(ana, story.id, clara)
  const say = (who: Person) =>
    who.client.comments.add({ storyId: story.id, id: uuidv7(), text: 'A very private word' })
  for (const who of [boris, boris, clara, ana]) await say(who)

  const told = await tell(ana)

  expect(told.map(({ subject }) => subject)).toEqual(['A new comment on “Bread”'])
  expect(told[0]?.text).toContain('Boris and others said something')
  expect(told[0]?.text).not.toContain('private word')
  await say(boris)
  expect(await tell(ana)).toHaveLength(2)
})

test('of several who say something, one without a name or an address is somebody', async () => {
  const { ana, boris, story } = await sharedStory()
  const clara = await person('Clara')
  await share(ana, story.id, clara)
  // As of an account that signed up by phone.
  await database.asOwner(`update profiles set full_name = '', email = '' where id = $1`, [boris.id])
  for (const who of [boris, clara])
    await who.client.comments.add({ storyId: story.id, id: uuidv7(), text: 'I remember' })

  const [told] = await tell(ana)
  expect(told?.text).toContain('Somebody and others said something')
})

test('a transcript is told of when it is ready, and not while it is being made', async () => {
  const ana = await person()
  const recording = newRecording()
  const { id } = await ana.client.recordings.start(recording)
  await database.asOwner(`insert into transcripts (user_id, id, story_id) values ($1, $2, $3)`, [
    ana.id,
    id,
    recording.story.id,
  ])
  const become = (state: string) =>
    database.asOwner(`update transcripts set state = $1 where id = $2`, [state, id])

  await become('processing')
  expect(await tell(ana)).toEqual([])
  await become('completed')
  expect((await tell(ana)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^The transcript of “.+” is ready$/),
  ])
})

test('nobody is told of what they switched off, and nothing by mail without mails', async () => {
  const { ana, boris, story } = await sharedStory()
  expect(await boris.client.notices.get()).toEqual({
    email: true,
    shared: true,
    comment: true,
    transcript: true,
  })
  await boris.client.notices.change({ shared: false })
  expect(await tell(boris)).toEqual([])

  expect(await ana.client.notices.change({ email: false })).toMatchObject({ email: false, comment: true })
  await boris.client.comments.add({ storyId: story.id, id: uuidv7(), text: 'Yes' })
  expect(await tell(ana)).toEqual([])
})

test('what was taken back before it was told is not told', async () => {
  const { ana, boris, story } = await sharedStory()
  const { people } = await ana.client.sharing.get({ resourceType: 'story', resourceId: story.id })
  await ana.client.sharing.revoke({ resourceType: 'story', resourceId: story.id, id: people[0]?.id ?? '' })
  expect(await tell(boris)).toEqual([])

  const other = await sharedStory()
  await other.ana.client.stories.delete({ id: other.story.id })
  expect(await tell(other.boris)).toEqual([])
})

test('a comment that was taken back before it was told is not told, nor who said it', async () => {
  const { ana, boris, story } = await sharedStory()
  const clara = await person('Clara')
  await share(ana, story.id, clara)
  const say = async ({ client }: Person) => {
    const place = { storyId: story.id, id: uuidv7() }
    await client.comments.add({ ...place, text: 'Yes' })
    return place
  }
  const sentences = async () =>
    (await tell(ana)).map(({ text }) => text.slice(0, text.indexOf(' said something')))
  await subscribe(ana)

  await boris.client.comments.delete(await say(boris))
  expect(await sentences()).toEqual([])
  expect(await takeJobs('push_news', ana)).toEqual([])

  await say(boris)
  await clara.client.comments.delete(await say(clara))
  expect(await sentences()).toEqual(['Boris'])

  // What was told before is no news.
  await clara.client.comments.delete(await say(clara))
  expect(await sentences()).toEqual(['Boris'])

  const again = await say(boris)
  await say(clara)
  await boris.client.comments.delete(again)
  expect(await sentences()).toEqual(['Boris', 'Clara'])

  await say(boris)
  await say(clara)
  await database.asOwner('delete from auth.users where id = $1', [boris.id])
  expect(await sentences()).toEqual(['Boris', 'Clara', 'Clara'])
})

test('news that were given up are told of no more, and the next of the same kind are', async () => {
  const { ana, boris, story } = await sharedStory()
  const say = () => boris.client.comments.add({ storyId: story.id, id: uuidv7(), text: 'Yes' })
  await say()
  const [payload] = await takeJobs('tell_news', ana)

  await giveUp('tell_news', payload)
  expect(await tell(ana)).toEqual([])
  await say()

  expect((await tell(ana)).map(({ subject }) => subject)).toEqual(['A new comment on “Bread”'])
})

test('news that an older version left without a job to tell them end with an upgrade, and no others', async () => {
  const connection = await createOlderDatabase(database)
  const [anaId, given, held, waiting] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const jobOf = (storyId: string) =>
    `payload ->> 'id' = (select id::text from notices where resource_id = '${storyId}')`
  await queryIn(connection, `insert into app.plan_limits (tier) values ('free')`)
  await queryIn(connection, `insert into auth.users (id, email) values ('${anaId}', 'ana@example.com')`)
  for (const id of [given, held, waiting]) {
    await queryIn(
      connection,
      `insert into stories (user_id, id, title, method) values ('${anaId}', '${id}', 'Bread', 'journal')`,
    )
    await queryIn(
      connection,
      `select app.note_news('${anaId}', 'comment', '${anaId}', 'story', '${id}', 'Boris')`,
    )
  }
  await queryIn(connection, `delete from graphile_worker._private_jobs where ${jobOf(given)}`)
  await queryIn(
    connection,
    `update graphile_worker._private_jobs set attempts = max_attempts where ${jobOf(held)}`,
  )

  await migrate(connection)

  expect(await queryIn(connection, 'select resource_id as id from notices')).toEqual([{ id: waiting }])
})

test('a job that is done twice tells once', async () => {
  const { boris } = await sharedStory()
  const [payload] = await takeJobs('tell_news', boris)

  await Promise.all([run('tell_news', payload), run('tell_news', payload)])
  await run('tell_news', payload)

  expect(await tell(boris)).toHaveLength(1)
})

test('a device is pushed what only it can read: the kind of news and the place, no word of the family', async () => {
  const { ana, boris, story } = await sharedStory('A very private title')
  const device = await subscribe(boris)
  await tell(boris)

  for (const payload of await takeJobs('push_news', boris)) await run('push_news', payload)

  const [pushed, ...more] = device.pushed()
  if (!pushed) throw new Error('nothing was pushed')
  expect(more).toEqual([])
  expect(device.browser.read(pushed.body)).toEqual({ kind: 'shared', path: `/app/stories/${story.id}` })
  expect(pushed.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })

  const [, token = '', key = ''] =
    /^vapid t=([^,]+), ?k=(\S+)$/.exec(pushed.headers.authorization ?? '') ?? []
  expect(key).toBe((await ana.client.notices.pushKey()).publicKey)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  await jwtVerify(token, jwk, { audience: service.origin })
  expect(decodeJwt(token).sub).toBe('mailto:kinora@localhost')
})

test.for([404, 410])('a device whose push service answers %i is forgotten', async (status) => {
  const { boris } = await sharedStory()
  await subscribe(boris)
  await tell(boris)
  service.answers.push(status)

  for (const payload of await takeJobs('push_news', boris)) await run('push_news', payload)

  expect(await boris.client.notices.devices()).toEqual([])
})

test('each device of a person is pushed to, and where one is no more the others stay', async () => {
  const { boris } = await sharedStory()
  const devices = [await subscribe(boris), await subscribe(boris)]
  await tell(boris)
  const payloads = await takeJobs('push_news', boris)

  for (const payload of payloads) await run('push_news', payload)
  expect(devices.map(({ pushed }) => pushed().length)).toEqual([1, 1])
  service.answers.push(410)
  await run('push_news', payloads[0])

  expect(await boris.client.notices.devices()).toHaveLength(1)
})

test.for([429, 503])('a push that is answered %i is tried again, and the device stays', async (status) => {
  const { boris } = await sharedStory()
  const device = await subscribe(boris)
  await tell(boris)
  const [payload] = await takeJobs('push_news', boris)
  service.answers.push(status)

  await expect(run('push_news', payload)).rejects.toThrow('later')
  await run('push_news', payload)

  expect(device.pushed()).toHaveLength(2)
  expect(await boris.client.notices.devices()).toHaveLength(1)
})

test('a redirection is not followed, and news of yesterday are not pushed', async () => {
  const { boris } = await sharedStory()
  const device = await subscribe(boris)
  await tell(boris)
  const [payload] = await takeJobs('push_news', boris)
  service.answers.push(302)

  await run('push_news', payload)
  const yesterday = new Date(Date.now() - 90_000_000).toISOString()
  await run('push_news', { ...(payload as object), at: yesterday })

  expect(device.pushed()).toHaveLength(1)
  expect(service.pushed.filter(({ path }) => path === '/elsewhere')).toEqual([])
})

test('a name that leads to a private address is not called', async () => {
  const { boris } = await sharedStory()
  const device = await subscribe(boris)
  const send = createPushSender(pushKeys(services))
  const { keys } = device.browser

  for (const host of [service.origin, service.origin.replace('localhost', '127.0.0.1')]) {
    const away = (async () => send({ endpoint: `${host}/x`, ...keys }, { kind: 'shared', path: '/app' }))()
    await expect(away).rejects.toThrow('is no public address')
  }
  expect(device.pushed()).toEqual([])
})

test.for(['http://push.example.com/x', 'https://10.0.0.7/x', 'https://localhost/x', 'https://[::1]/'])(
  'a device is not kept at %s',
  async (endpoint) => {
    const { client } = await person()
    const device = { endpoint, keys: createTestBrowser().keys, name: 'Chrome' }

    await expect(client.notices.addDevice(device)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  },
)

test('a browser belongs to whoever asked last, and only so many are kept', async () => {
  const [ana, boris] = [await person(), await person()]
  const device = {
    endpoint: `https://push.example.com/${uuidv7()}`,
    keys: createTestBrowser().keys,
    name: 'Chrome on Windows',
  }
  const first = await ana.client.notices.addDevice(device)
  expect(await ana.client.notices.addDevice(device)).toEqual(first)
  await boris.client.notices.addDevice(device)
  expect(await ana.client.notices.devices()).toEqual([])

  for (let count = 0; count < limits.pushDevices; count += 1)
    await boris.client.notices.addDevice({ ...device, endpoint: `https://push.example.com/${uuidv7()}` })
  const kept = await boris.client.notices.devices()
  expect(kept).toHaveLength(limits.pushDevices)
  expect(kept.map(({ endpoint }) => endpoint)).not.toContain(device.endpoint)
})

test('signing a browser out ends the pushes to it', async () => {
  const boris = await person()
  await subscribe(boris)

  await boris.request('/auth/v1/logout?scope=local', { method: 'POST' })

  const { rows } = await database.asOwner('select from push_devices where user_id = $1', [boris.id])
  expect(rows).toEqual([])
})

test('a browser that was just signed out is not pushed to by what it still holds', async () => {
  const boris = await person()
  // From this request on, the server's cache holds the claims of the token.
  expect(await boris.client.notices.devices()).toEqual([])
  await boris.request('/auth/v1/logout?scope=local', { method: 'POST' })

  expect(await codeOf(subscribe(boris))).toBe('UNAUTHORIZED')

  const { rows } = await database.asOwner('select from push_devices where user_id = $1', [boris.id])
  expect(rows).toEqual([])
})
