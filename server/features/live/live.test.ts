import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type LiveEvent, liveEvent } from '#contract/live.ts'
import type { NotificationListener } from '../../db/notifications.ts'
import { createLog } from '../../log.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newsOf } from '../../testing/live-news.ts'
import { createLiveStreams } from './live.ts'

const { app, person, database } = await createTestKinora()

async function nextOf(stream: AsyncIterator<LiveEvent>): Promise<LiveEvent> {
  const { value, done } = await stream.next()
  if (done) throw new Error('the stream ended')
  return value
}

/** Skips events until this one, such as those of the sign-up. */
async function until(stream: AsyncIterator<LiveEvent>, isIt: (event: LiveEvent) => boolean): Promise<void> {
  while (!isIt(await nextOf(stream)));
}

test('a person hears of their own changes as they happen, and of nobody else’s', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const stream = await newsOf(ana, database)
  const id = uuidv7()

  await mallory.client.stories.create({ id: uuidv7(), title: 'Not for Ana', method: 'journal' })
  await ana.client.stories.create({ id, title: 'The wedding', method: 'journal' })

  expect(await nextOf(stream)).toEqual({
    type: 'change',
    table: 'stories',
    operation: 'INSERT',
    id,
    storyId: id,
  })
})

test('a stream that opens says for how long nothing of one’s own has changed', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const calmOf = async (who: Person) => {
    const ending = new AbortController()
    const stream = await who.client.live.changes(undefined, { signal: ending.signal })
    const hello = await nextOf(stream)
    ending.abort()
    return hello.type === 'hello' ? (hello.calmMs ?? 0) : Number.NaN
  }
  // What is still announced of the sign-up would end the calm later.
  await newsOf(ana, database)
  await expect.poll(() => calmOf(ana)).toBeGreaterThan(200)
  await mallory.client.stories.create({ id: uuidv7(), title: 'Not Ana’s', method: 'journal' })
  expect(await calmOf(ana)).toBeGreaterThan(200)

  const before = performance.now()
  await ana.client.stories.create({ id: uuidv7(), title: 'Hers', method: 'journal' })
  await expect.poll(async () => (await calmOf(ana)) <= performance.now() - before).toBe(true)
})

test('whoever is not signed in hears nothing, by either mount of the contract', async () => {
  for (const path of ['/api/live', '/rpc/live/changes']) {
    const answer = await app.request(path)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'UNAUTHORIZED' })
  }
})

test('programs of others hear the same events, bare, behind the headers of every answer', async () => {
  const ana = await person()
  const answer = await ana.request('/api/live')
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(answer.headers.get('x-request-id')).not.toBe(null)

  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  // The event about the new account may be in the same chunk.
  expect((await reader?.read())?.value).toMatch(/^event: message\ndata: {"type":"hello","calmMs":\d+}\n\n/)
  await reader?.cancel()
})

test('a question about the stream that wants no body is answered and over', async () => {
  const ana = await person()
  const answer = await ana.request('/api/live', { method: 'HEAD' })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('')
})

test('of more streams than a person needs the oldest is told so and ends; the newest and everybody else go on', async () => {
  const ending = new AbortController()
  const open = async (who: Person) => {
    const stream = await who.client.live.changes(undefined, { signal: ending.signal })
    expect(await nextOf(stream)).toEqual({ type: 'hello', calmMs: expect.any(Number) })
    return stream
  }
  const [ana, boris] = [await person(), await person('Boris')]
  const [ofBoris, oldest] = [await open(boris), await open(ana)]
  const others = []
  for (let count = 1; count < limits.liveStreams; count += 1) others.push(await open(ana))

  const newest = await open(ana)

  await until(oldest, ({ type }) => type === 'replaced')
  expect((await oldest.next()).done).toBe(true)
  for (const who of [ana, boris])
    await who.client.stories.create({ id: uuidv7(), title: 'Bread', method: 'journal' })
  for (const stream of [ofBoris, ...others, newest])
    await until(stream, (event) => event.type === 'change' && event.table === 'stories')
  ending.abort()
})

const ana = uuidv7()
const change = { table: 'stories', operation: 'UPDATE', id: uuidv7(), storyId: null } as const
const say = JSON.stringify({ userId: ana, ...change })
/** More than a socket's buffers hold while nobody reads. */
const long = JSON.stringify({
  userId: ana,
  captions: { recordingId: uuidv7(), startMs: 0, text: 'wild geese '.repeat(100_000), trouble: null },
})

test('silence is broken by pings, so that a dead connection is noticed', async () => {
  const { open } = await startStreams({ pingMs: 100 })
  const events = eventsOf(await open())

  expect(await nextOf(events)).toEqual({ type: 'hello', calmMs: expect.any(Number) })
  expect(await nextOf(events)).toEqual({ type: 'ping' })
  expect(await nextOf(events)).toEqual({ type: 'ping' })
})

test('after a gap everybody is told to read everything anew', async () => {
  const { open, database } = await startStreams({})
  const events = eventsOf(await open())
  await nextOf(events)

  database.onGap()

  expect(await nextOf(events)).toEqual({ type: 'hello' })
})

test('after a gap nobody is told of a calm that may not have been', async () => {
  const { open, database } = await startStreams({})
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(100)
  const gapAt = performance.now()
  database.onGap()

  const hello = await nextOf(eventsOf(await open()))

  const passed = performance.now() - gapAt
  expect(hello).toMatchObject({ type: 'hello', calmMs: expect.any(Number) })
  expect(hello.type === 'hello' ? hello.calmMs : undefined).toBeLessThanOrEqual(passed)
})

test('a stream that cannot begin ends, and the next one begins as soon as the database is there', async () => {
  const { open } = await startStreams({ silentFor: 2 })

  // LISTEN is attempted at the start of the process, and again for each stream that is opened.
  await expect(nextOf(eventsOf(await open()))).rejects.toThrow()

  expect(await nextOf(eventsOf(await open()))).toMatchObject({ type: 'hello' })
})

test('the first stream after a start says how calm it was before it, so that its page is not read twice', async () => {
  const { open } = await startStreams({})
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(100)

  const hello = await nextOf(eventsOf(await open()))

  expect(hello.type === 'hello' ? hello.calmMs : 0).toBeGreaterThanOrEqual(100)
})

test('what happens before the listening has begun is heard after hello', async () => {
  const { open, database, listening, server } = await startStreams({ isSlow: true })
  const stream = open()
  await once(server, 'connection')
  database.onMessage(say)
  listening.resolve()
  const events = eventsOf(await stream)

  expect(await nextOf(events)).toEqual({ type: 'hello', calmMs: expect.any(Number) })
  expect(await nextOf(events)).toEqual({ type: 'change', ...change })
})

test('a slow reader hears what waited in its order', async () => {
  const { open, database } = await startStreams({})
  const answer = await open()
  const events = eventsOf(answer)
  await nextOf(events)
  answer.pause()

  for (let count = 0; count < 10; count += 1) database.onMessage(long)
  database.onMessage(say)

  for (let count = 0; count < 10; count += 1) expect((await nextOf(events)).type).toBe('captions')
  expect(await nextOf(events)).toEqual({ type: 'change', ...change })
})

test('a reader who falls far behind is told to read everything anew, and no queue grows', async () => {
  const { open, database } = await startStreams({})
  const answer = await open()
  const events = eventsOf(answer)
  await nextOf(events)
  answer.pause()

  for (let count = 0; count < 10; count += 1) database.onMessage(long)
  for (let count = 0; count <= 200; count += 1) database.onMessage(say)

  const heard: LiveEvent[] = []
  while (heard.at(-1)?.type !== 'hello') heard.push(await nextOf(events))
  expect(heard.length).toBeLessThan(10)
  expect(heard.map(({ type }) => type)).not.toContain('change')
})

test('a stream ends with its token, and whoever has gone is forgotten', async () => {
  const { open, database } = await startStreams({ pingMs: 100, lastsMs: 1_000 })
  const gone = await open()
  gone.destroy()
  const events = eventsOf(await open())
  await until(events, ({ type }) => type === 'hello')

  while (!(await events.next()).done);

  // An announcement for a person without streams must not fail.
  database.onMessage(say)
})

test('a stream ends with its session, at once, and is not opened again by the same token', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const ending = new AbortController()
  const streams = [
    await ana.client.live.changes(undefined, { signal: ending.signal }),
    await mallory.client.live.changes(undefined, { signal: ending.signal }),
  ] as const
  for (const stream of streams) await until(stream, ({ type }) => type === 'hello')

  expect((await ana.request('/auth/v1/logout?scope=global', { method: 'POST' })).status).toBe(204)

  while (!(await streams[0].next()).done);
  expect((await ana.request('/api/live')).status).toBe(401)
  await mallory.client.stories.create({ id: uuidv7(), title: 'Still there', method: 'journal' })
  await until(streams[1], ({ type }) => type === 'change')
  ending.abort()
})

test.each([
  ['its person is shut out', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
  [
    'the second factor that its session was raised by goes',
    `update auth.sessions set aal = 'aal1' where user_id = $1`,
  ],
])('a stream ends when %s', async (_, happening) => {
  const ana = await person()
  await database.asOwner(`update auth.sessions set aal = 'aal2' where user_id = $1`, [ana.id])
  const stream = await ana.client.live.changes()
  await until(stream, ({ type }) => type === 'hello')

  await database.asOwner(happening, [ana.id])

  while (!(await stream.next()).done);
})

test('a stream does not outlast a session that ended while nobody could hear of it', async () => {
  const over = new Set<string>()
  const { open, database } = await startStreams({ over })
  const events = eventsOf(await open())
  await nextOf(events)

  over.add(ana)
  database.onGap()

  while (!(await events.next()).done);
})

test('nor one that ended while it was opened', async () => {
  const { open } = await startStreams({ over: new Set([ana]) })

  const events = eventsOf(await open())

  while (!(await events.next()).done);
})

test('whether a session is open is asked once for a stream, and not as often as it is looked after', async () => {
  const { open, asked } = await startStreams({ pingMs: 100 })
  const events = eventsOf(await open())

  for (let pings = 0; pings < 3; pings += 1) await until(events, ({ type }) => type === 'ping')

  expect(asked()).toBe(1)
})

test('what cannot be looked up of a session is looked up later, and whose session is not ours goes on', async () => {
  const over = new Set([ana])
  const { open } = await startStreams({ pingMs: 100, over, failures: 3 })
  const others = await startStreams({ pingMs: 100, over, sessionId: null })
  const [events, eventsOfOthers] = [eventsOf(await open()), eventsOf(await others.open())]

  while (!(await events.next()).done);

  await until(eventsOfOthers, ({ type }) => type === 'ping')
  others.database.onGap()
  await until(eventsOfOthers, ({ type }) => type === 'hello')
  await until(eventsOfOthers, ({ type }) => type === 'ping')
})

test('a stop ends every stream', async () => {
  const { open, stopping } = await startStreams({})
  const events = eventsOf(await open())
  await nextOf(events)

  stopping.abort()

  expect((await events.next()).done).toBe(true)
})

test('a stream that is opened while the process stops ends at once', async () => {
  const { open, stopping } = await startStreams({})
  stopping.abort()

  const events = eventsOf(await open())

  expect((await events.next()).done).toBe(true)
})

test('a stop waits for nobody who has ceased to read', async () => {
  const { open, database, stopping, server } = await startStreams({})
  const answer = await open()
  await nextOf(eventsOf(answer))
  answer.pause()
  for (let count = 0; count < 10; count += 1) database.onMessage(long)

  stopping.abort()

  server.close()
  await once(server, 'close')
})

test('a stream that was replaced while nobody read it is not kept', async () => {
  const { open, database, stopping, server } = await startStreams({})
  const stuck = await open()
  await nextOf(eventsOf(stuck))
  stuck.pause()
  for (let count = 0; count < 10; count += 1) database.onMessage(long)

  for (let count = 0; count < limits.liveStreams; count += 1) await open()

  stopping.abort()
  server.close()
  await once(server, 'close')
})

type Wish = {
  pingMs?: number
  /** How long after it is opened a stream's token expires. */
  lastsMs?: number
  isSlow?: boolean
  sessionId?: string | null
  /** Sessions that have ended. */
  over?: Set<string>
  /** How many lookups of sessions fail. */
  failures?: number
  /** How many attempts to LISTEN fail. */
  silentFor?: number
}

/** The streams of one invented person on real sockets; the test plays the database's announcements and answers. */
async function startStreams(wish: Wish) {
  const {
    pingMs,
    lastsMs = Number.POSITIVE_INFINITY,
    isSlow = false,
    sessionId = ana,
    over = new Set<string>(),
  } = wish
  let { failures = 0, silentFor = 0 } = wish
  let asked = 0
  const stopping = new AbortController()
  const listening = Promise.withResolvers<void>()
  if (!isSlow) listening.resolve()
  const database = {} as NotificationListener
  const notifications = {
    listen: async (_: string, listener: NotificationListener) => {
      silentFor -= 1
      if (silentFor >= 0) throw new Error('the database is away')
      Object.assign(database, listener)
      await listening.promise
      return () => {}
    },
    close: async () => {},
  }
  const openSessions = async (ids: string[]) => {
    asked += 1
    failures -= 1
    if (failures >= 0) throw new Error('the database is away')
    return new Set(ids.filter((id) => !over.has(id)))
  }
  const log = createLog('silent')
  const streams = createLiveStreams({ notifications, log, stopping: stopping.signal, openSessions }, pingMs)
  const server = createServer((line) => {
    line.write('HTTP/1.1 200 OK\r\n\r\n')
    const endsAt = Date.now() + lastsMs
    streams.open(line.resume(), ana, { form: 'rest', endsAt, sessionId })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    stopping.abort()
    server.close()
  })

  const { port } = server.address() as AddressInfo
  const open = async (): Promise<IncomingMessage> => {
    const [answer] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response')
    return answer
  }
  return { open, database, listening, stopping, server, asked: () => asked }
}

async function* eventsOf(answer: IncomingMessage): AsyncGenerator<LiveEvent> {
  let heard = ''
  for await (const text of answer.setEncoding('utf8')) {
    const whole = (heard + text).split('\n\n')
    heard = whole.pop() ?? ''
    for (const event of whole) yield liveEvent.parse(JSON.parse(event.replace(/^event: message\ndata: /, '')))
  }
}
