import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/live.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { liveChanges } from './live.ts'

const { person } = await createTestKinora()

async function nextOf(stream: AsyncIterator<LiveEvent>): Promise<LiveEvent> {
  const { value, done } = await stream.next()
  if (done) throw new Error('the stream ended')
  return value
}

/** Passes over what the sign-up still has to tell. */
async function until(stream: AsyncIterator<LiveEvent>, isIt: (event: LiveEvent) => boolean): Promise<void> {
  while (!isIt(await nextOf(stream)));
}

test('a person hears of their own changes as they happen, and of nobody else’s', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const ending = new AbortController()
  const stream = await ana.client.live.changes(undefined, { signal: ending.signal })
  expect(await nextOf(stream)).toEqual({ type: 'hello' })
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
  ending.abort()
})

test('silence is broken by pings, so that a dead connection is noticed', async () => {
  const ending = new AbortController()
  const stream = liveChanges(async () => () => {}, ending.signal, 1)

  expect(await nextOf(stream)).toEqual({ type: 'hello' })
  expect(await nextOf(stream)).toEqual({ type: 'ping' })
  ending.abort()
  expect((await stream.next()).done).toBe(true)
})

test('a reader who falls far behind is told to read everything anew, and no queue grows', async () => {
  let say: (event: LiveEvent) => void = () => {}
  const ending = new AbortController()
  const subscribe = async (listener: (event: LiveEvent) => void) => {
    say = listener
    return () => {}
  }
  const stream = liveChanges(subscribe, ending.signal)
  await nextOf(stream)
  const change = {
    type: 'change',
    table: 'stories',
    operation: 'UPDATE',
    id: uuidv7(),
    storyId: null,
  } as const

  for (let count = 0; count <= 200; count += 1) say(change)

  expect(await nextOf(stream)).toEqual({ type: 'hello' })
  ending.abort()
  expect((await stream.next()).done).toBe(true)
})

test('of more streams than a person needs the oldest is told so and ends; the newest and everybody else go on', async () => {
  const ending = new AbortController()
  const open = async (who: Person) => {
    const stream = await who.client.live.changes(undefined, { signal: ending.signal })
    expect(await nextOf(stream)).toEqual({ type: 'hello' })
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

test('leaving ends the subscription', async () => {
  let left = false
  const ending = new AbortController()
  const stream = liveChanges(
    async () => () => {
      left = true
    },
    ending.signal,
  )
  await nextOf(stream)
  ending.abort()
  await stream.next()

  expect(left).toBe(true)
})
