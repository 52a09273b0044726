import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { SpoolFailure } from '../failures.ts'
import { createBell } from '../upload/bell.ts'
import { type NoteAnswer, NoteSender } from './note-sender.ts'
import type { KeptNote, NoteStore } from './note-store.ts'

const userId = 'u1'
const aNote = (text: string): KeptNote => ({
  id: newId(),
  storyId: newId(),
  userId,
  text,
  timestamp: '00:12',
  story: { title: 'The orchard', description: '' },
})

function aStore(): NoteStore {
  const notes = new Map<string, KeptNote>()
  return {
    put: async (note) => void notes.set(note.id, note),
    list: async () => [...notes.values()],
    markGone: async ({ id, revision }, goneSince) => {
      const found = notes.get(id)
      if (found && found.revision === revision) notes.set(id, { ...found, goneSince })
    },
    move: async ({ id, revision }, to) => {
      if (notes.get(id)?.revision !== revision) return false
      notes.delete(id)
      notes.set(to.id, to)
      return true
    },
    remove: async ({ id, revision }) => {
      if (notes.get(id)?.revision === revision) notes.delete(id)
    },
  }
}

const now = () => Date.parse('2026-11-24T12:00:00Z')
const alone = <T>(_name: string, work: () => Promise<T>) => work()

function aSender(answers: NoteAnswer[]) {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as string[]]
  const send = async (note: KeptNote) => {
    sent.push(note.text)
    return answers.shift() ?? 'stored'
  }
  const sender = new NoteSender({ userId, store, send, bell, now, alone })
  return { sender, store, bell, ended, sent, run: () => sender.run(ended.signal) }
}

it('keeps a note on the device until the server has it', async () => {
  const answers: NoteAnswer[] = Array.from({ length: 100 }, () => 'later')
  const { sender, store, bell, ended, sent, run } = aSender(answers)
  await sender.keep(aNote('apples'))
  const running = run()

  await expect.poll(() => sent[0]).toBe('apples')
  expect(await store.list(userId)).toHaveLength(1)
  answers.length = 0
  bell.ring()
  await expect.poll(() => sender.waiting.get()).toBe(0)
  expect(sent.at(-1)).toBe('apples')
  expect(await store.list(userId)).toEqual([])

  ended.abort()
  await running
})

it('goes on sending where the browser once does not give the lock', async () => {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as string[]]
  let refusals = 1
  const notYet = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    refusals -= 1
    return refusals < 0 ? alone(name, work) : Promise.reject(new DOMException('', 'InvalidStateError'))
  }
  const send = async ({ text }: KeptNote): Promise<NoteAnswer> => {
    sent.push(text)
    return 'stored'
  }
  const sender = new NoteSender({ userId, store, send, bell, now, alone: notYet })
  await sender.keep(aNote('apples'))
  const running = sender.run(ended.signal)

  await Promise.race([running, expect.poll(() => sent).toEqual(['apples'])])
  expect(sent).toEqual(['apples'])
  ended.abort()
  await running
})

it('goes on saying what waits and which story is full while the device cannot be asked for it', async () => {
  const { sender, store, bell, ended, run } = aSender(Array.from({ length: 100 }, () => 'full' as const))
  const note = aNote('apples')
  await sender.keep(note)
  const running = run()
  await expect.poll(() => sender.full.get()).toEqual([note.storyId])

  let failed = 0
  store.list = async () => {
    failed += 1
    throw new SpoolFailure('device-storage')
  }
  bell.ring()
  // Once `failed` is counted a second time, the first failure has been handled.
  await expect.poll(() => failed).toBeGreaterThan(1)

  expect(sender.waiting.get()).toBe(1)
  expect(sender.full.get()).toEqual([note.storyId])
  ended.abort()
  await running
})

it('keeps a note whose story was deleted without waiting for it, and sends it when the story is restored', async () => {
  const { sender, store, bell, ended, sent, run } = aSender(['gone'])
  await sender.keep(aNote('apples'))
  await sender.keep(aNote('pears'))
  // Use up the ring that `keep` caused: in this test it must not be taken for the ring of a restored story.
  await bell.wait(1_000, ended.signal)
  const running = run()

  await expect.poll(() => sent).toEqual(['apples', 'pears'])
  await expect
    .poll(() => store.list(userId))
    .toMatchObject([{ text: 'apples', goneSince: '2026-11-24T12:00:00.000Z' }])
  await expect.poll(() => sender.waiting.get()).toBe(0)
  expect(await sender.countHere()).toBe(0)

  bell.ring()
  await expect.poll(() => sent).toEqual(['apples', 'pears', 'apples'])
  await expect.poll(() => store.list(userId)).toEqual([])
  ended.abort()
  await running
})

it('sends what was reworded elsewhere since as a further note, which takes nobody’s place', async () => {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as KeptNote[]]
  const send = async (note: KeptNote) => (sent.push(note) === 1 ? 'changed' : 'stored')
  const sender = new NoteSender({ userId, store, send, bell, now, alone })
  const note = { ...aNote('apples'), was: 'pears' }
  await sender.keep(note)
  const running = sender.run(ended.signal)

  await expect.poll(() => store.list(userId)).toEqual([])
  expect(sent).toMatchObject([note, { storyId: note.storyId, text: 'apples', timestamp: note.timestamp }])
  expect(sent[1]).not.toMatchObject({ id: note.id })
  expect(sent[1]).not.toHaveProperty('was')
  ended.abort()
  await running
})

it('goes on with the further note where what it says is reworded or taken out, and with the first where that is meant', async () => {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as KeptNote[]]
  const send = async (note: KeptNote) => (sent.push(note) === 1 ? 'changed' : 'stored')
  const sender = new NoteSender({ userId, store, send, bell, now, alone })
  const note = { ...aNote('apples'), was: 'pears' }
  const running = sender.run(ended.signal)
  await sender.keep(note)
  await expect.poll(() => sent.length).toBe(2)
  const further = sent[1]?.id

  await sender.keep({ ...note, text: 'apples and plums', was: 'apples' })
  await expect.poll(() => sent.length).toBe(3)
  await sender.keep({ ...note, text: 'apples and plums', removed: true })
  await expect.poll(() => sent.length).toBe(4)
  await sender.keep({ ...note, text: 'cherries', was: 'quinces' })
  await expect.poll(() => sent.length).toBe(5)

  expect(sent.slice(2)).toMatchObject([
    { id: further, text: 'apples and plums', was: 'apples' },
    { id: further, removed: true },
    { id: note.id, text: 'cherries', was: 'quinces' },
  ])
  ended.abort()
  await running
})

it('makes one further note of what is reworded once more in the moment in which it becomes one', async () => {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as KeptNote[]]
  const note = { ...aNote('apples'), was: 'pears' }
  const send = async (one: KeptNote) => {
    sent.push(one)
    return one.id === note.id ? 'changed' : 'stored'
  }
  const sender = new NoteSender({ userId, store, send, bell, now, alone })
  const { move } = store
  store.move = async (from, to) => {
    const isMoved = await move(from, to)
    if (to.text === 'apples') await sender.keep({ ...note, text: 'apples and plums', was: 'apples' })
    return isMoved
  }
  await sender.keep(note)
  const running = sender.run(ended.signal)

  await expect.poll(() => sent.some(({ id, text }) => id !== note.id && text !== 'apples')).toBe(true)
  await expect.poll(() => store.list(userId)).toEqual([])
  const further = sent.filter(({ id }) => id !== note.id)
  expect(new Set(further.map(({ id }) => id)).size).toBe(1)
  ended.abort()
  await running
})

it.each([
  ['', null],
  [', also after the story took no more', 'full'],
  [', also after the story took nothing of this person', 'refused'],
] as const)(
  'takes its own words, whose answer was lost, for nobody else’s when they are reworded once more%s',
  async (_, between) => {
    const [store, bell, ended, server] = [
      aStore(),
      createBell(),
      new AbortController(),
      new Map<string, string>(),
    ]
    const note = { ...aNote('apples'), was: 'pears' }
    server.set(note.id, 'pears')
    let isAnswerLost = true
    let refusal: NoteAnswer | null = null
    const send = async ({ id, text, was }: KeptNote): Promise<NoteAnswer> => {
      if (refusal) return refusal
      const known = server.get(id)
      if (known !== undefined && known !== was && known !== text) return 'changed'
      server.set(id, text)
      return isAnswerLost ? 'later' : 'stored'
    }
    let besides = 0
    const changed = () => {
      besides += 1
    }
    const sender = new NoteSender({ userId, store, send, changed, bell, now, alone })
    await sender.keep(note)
    const running = sender.run(ended.signal)
    await expect.poll(() => server.get(note.id)).toBe('apples')

    // The store keeps what the server had before the first rewording.
    refusal = between
    await sender.keep({ ...note, text: 'apples and plums' })
    if (between) {
      const told = between === 'full' ? sender.full : sender.refused
      await expect.poll(() => told.get()).toEqual([note.storyId])
    }
    refusal = null
    isAnswerLost = false
    bell.ring()
    await expect.poll(() => store.list(userId)).toEqual([])

    expect([...server.values()]).toEqual(['apples and plums'])
    expect(besides).toBe(0)
    ended.abort()
    await running
  },
)

it.each([
  ['says which story takes no more, keeps what was written for it, and sends it once there is room', 'full'],
  ['says which story refuses it, keeps what was written, and sends it once the story takes it', 'refused'],
] as const)('%s', async (_, why) => {
  const [store, bell, ended] = [aStore(), createBell(), new AbortController()]
  const note = aNote('apples')
  let [answer, asked]: [NoteAnswer, number] = [why, 0]
  const send = async ({ storyId }: KeptNote) => {
    asked += 1
    return storyId === note.storyId ? answer : 'stored'
  }
  const sender = new NoteSender({ userId, store, send, bell, now, alone })
  const asksAgain = async () => {
    const before = asked
    bell.ring()
    // Once the note is sent a second time, the first answer has been settled.
    await expect.poll(() => asked).toBeGreaterThan(before + 1)
  }
  await sender.keep(note)
  await sender.keep(aNote('pears'))
  const running = sender.run(ended.signal)

  await expect.poll(() => sender[why].get()).toEqual([note.storyId])
  answer = 'later'
  await asksAgain()
  expect(sender[why].get()).toEqual([note.storyId])
  expect(await store.list(userId)).toMatchObject([{ text: 'apples' }])

  answer = 'stored'
  bell.ring()
  await expect.poll(() => sender[why].get()).toEqual([])
  expect(await store.list(userId)).toEqual([])
  ended.abort()
  await running
})

it('takes a note out of a story that was in the trash meanwhile, once the story is restored', async () => {
  const { sender, store, bell, ended, sent, run } = aSender(['gone'])
  await sender.keep({ ...aNote('apples'), removed: true })
  await bell.wait(1_000, ended.signal)
  const running = run()
  await expect
    .poll(() => store.list(userId))
    .toMatchObject([{ removed: true, goneSince: '2026-11-24T12:00:00.000Z' }])
  await expect.poll(() => sender.waiting.get()).toBe(0)

  bell.ring()
  await expect.poll(() => store.list(userId)).toEqual([])
  expect(sent).toEqual(['apples', 'apples'])
  ended.abort()
  await running
})

it.each([
  ['written into a story that is gone for good', {}],
  ['taken out of one', { removed: true }],
])('lets what was %s go', async (_, how) => {
  const { store, ended, run } = aSender(['gone'])
  await store.put({ ...aNote('apples'), goneSince: '2026-10-25T11:00:00Z', ...how })
  const running = run()

  await expect.poll(() => store.list(userId)).toEqual([])
  ended.abort()
  await running
})

it('moves what is kept for a story to another, which then takes what the first had refused', async () => {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as string[]]
  const [apples, pears, plums] = [aNote('apples'), aNote('pears'), aNote('plums')]
  const to = newId()
  const send = async ({ storyId, text }: KeptNote) => {
    if (storyId !== to) return 'gone'
    sent.push(text)
    return 'stored'
  }
  const sender = new NoteSender({ userId, store, send, bell, now, alone })
  for (const note of [apples, { ...pears, storyId: apples.storyId }, plums]) await sender.keep(note)
  const running = sender.run(ended.signal)
  await expect.poll(async () => (await store.list(userId)).every(({ goneSince }) => goneSince)).toBe(true)

  await sender.move(apples.storyId, async ({ goneSince: _, ...note }) =>
    note.text === 'pears' ? null : { ...note, storyId: to },
  )

  await expect
    .poll(async () => (await store.list(userId)).map(({ text }) => text))
    .toEqual(['pears', 'plums'])
  expect(sent).toEqual(['apples'])
  ended.abort()
  await running
})

it.each(['gone', 'full'] as const)(
  'sends for the new story what is written for one that is %s',
  async (answer) => {
    const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as string[]]
    const [apples, pears, to] = [aNote('apples'), aNote('pears'), newId()]
    const send = async ({ storyId, text }: KeptNote) => {
      if (storyId === to) sent.push(text)
      return storyId === to ? 'stored' : answer
    }
    const elsewhere = async (note: KeptNote) =>
      note.storyId === apples.storyId ? { ...note, id: newId(), storyId: to } : null
    const sender = new NoteSender({ userId, store, send, elsewhere, bell, now, alone })
    for (const note of [apples, pears]) await sender.keep(note)
    const running = sender.run(ended.signal)

    await expect.poll(() => sent).toEqual(['apples'])
    await expect.poll(async () => (await store.list(userId)).map(({ text }) => text)).toEqual(['pears'])
    ended.abort()
    await running
  },
)

it('sends in order what comes to a new story, also where it was known only after the first was refused', async () => {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as string[]]
  const notes = [aNote('apples'), { ...aNote('pears'), storyId: '' }]
  const [from, to] = [notes[0]?.storyId ?? '', newId()]
  let isKnown = false
  const send = async ({ storyId, text }: KeptNote) => {
    if (storyId === to) sent.push(text)
    return storyId === to ? 'stored' : 'gone'
  }
  const elsewhere = async (note: KeptNote) => {
    if (isKnown) return { ...note, storyId: to }
    isKnown = true
    return null
  }
  const sender = new NoteSender({ userId, store, send, elsewhere, bell, now, alone })
  for (const note of notes) await sender.keep({ ...note, storyId: from })
  const running = sender.run(ended.signal)

  await expect.poll(() => sent).toEqual(['apples', 'pears'])
  ended.abort()
  await running
})

it('sends again what was reworded while it was being sent, and says what of a story waits', async () => {
  const store = aStore()
  const [bell, ended, sent] = [createBell(), new AbortController(), [] as string[]]
  const note = aNote('apples')
  const sender: NoteSender = new NoteSender({
    userId,
    store,
    bell,
    now,
    alone,
    send: async ({ text }) => {
      sent.push(text)
      if (sent.length === 1) await sender.keep({ ...note, text: 'apples and pears' })
      return 'stored'
    },
  })
  await sender.keep(note)
  expect((await sender.waitingOf(note.storyId)).map(({ text }) => text)).toEqual(['apples'])
  expect(await sender.waitingOf(newId())).toEqual([])
  const running = sender.run(ended.signal)

  await expect.poll(() => sent).toEqual(['apples', 'apples and pears'])
  await expect.poll(() => store.list(userId)).toEqual([])
  ended.abort()
  await running
})

it('tries again soon when the network is back, however long it was away, also when it fails once more', async () => {
  const [store, ended] = [aStore(), new AbortController()]
  const waits: number[] = []
  const real = createBell()
  // The network comes back (a ring) after the eighth failure, at a moment when nothing waits for the bell.
  const answers: NoteAnswer[] = Array.from({ length: 9 }, () => 'later')
  let sent = 0
  const sender = new NoteSender({
    userId,
    store,
    now,
    alone,
    bell: {
      ring: real.ring,
      wait: (ms, signal) => {
        waits.push(ms)
        return real.wait(sent < answers.length ? 1 : ms, signal)
      },
    },
    send: async () => {
      sent += 1
      if (sent === 8) real.ring()
      return answers[sent - 1] ?? 'stored'
    },
  })
  await store.put(aNote('apples'))
  const running = sender.run(ended.signal)

  await expect.poll(() => sent).toBe(10)
  expect(waits[7]).toBeGreaterThan(10_000)
  expect(waits[8]).toBeLessThanOrEqual(500)
  ended.abort()
  await running
})

it('sends nothing older after what another tab has sent of the same note', async () => {
  const [store, inTurn] = [aStore(), inTurns()]
  const note = aNote('apples')
  let atServer = ''
  let arrive = () => undefined as undefined
  const held = new Promise<void>((resolve) => {
    arrive = () => void resolve()
  })
  const tab = (send: (note: KeptNote) => Promise<NoteAnswer>) => {
    const [bell, ended] = [createBell(), new AbortController()]
    const sender = new NoteSender({ userId, store, send, bell, now, alone: inTurn })
    return { sender, ended, run: () => sender.run(ended.signal) }
  }
  const take = ({ text }: KeptNote): NoteAnswer => {
    atServer = text
    return 'stored'
  }
  let isOnItsWay = false
  const slow = tab(async (sent) => {
    isOnItsWay = true
    await held
    return take(sent)
  })
  const quick = tab(async (sent) => take(sent))
  await quick.sender.keep(note)
  const first = slow.run()
  await expect.poll(() => isOnItsWay).toBe(true)

  await quick.sender.keep({ ...note, text: 'apples and pears' })
  const second = quick.run()
  await new Promise((resolve) => setTimeout(resolve, 50))
  arrive()

  await expect.poll(() => store.list(userId)).toEqual([])
  expect(atServer).toBe('apples and pears')
  for (const { ended } of [slow, quick]) ended.abort()
  await Promise.all([first, second])
})

it('sends nothing older that it read before another tab wrote and sent what is newer', async () => {
  const [store, turn, sent] = [aStore(), Promise.withResolvers<void>(), [] as string[]]
  const note = aNote('apples')
  const tab = (itsTurn: typeof alone) => {
    const [bell, ended] = [createBell(), new AbortController()]
    const send = async ({ text }: KeptNote): Promise<NoteAnswer> => {
      sent.push(text)
      return 'stored'
    }
    const sender = new NoteSender({ userId, store, send, bell, now, alone: itsTurn })
    return { sender, ended, run: () => sender.run(ended.signal) }
  }
  const asked: Promise<unknown>[] = []
  const late = tab((_name, work) => {
    const done = turn.promise.then(work)
    asked.push(done)
    return done
  })
  const quick = tab(alone)
  await quick.sender.keep(note)
  const first = late.run()
  await expect.poll(() => asked.length).toBe(1)

  await quick.sender.keep({ ...note, text: 'apples and pears' })
  const second = quick.run()
  await expect.poll(() => store.list(userId)).toEqual([])
  turn.resolve()
  await Promise.all(asked)

  expect(sent).toEqual(['apples and pears'])
  for (const { ended } of [late, quick]) ended.abort()
  await Promise.all([first, second])
})

it('leaves with a full story what it has a place for and what was taken out of it, and sends the rest for the new one', async () => {
  const [store, bell, ended] = [aStore(), createBell(), new AbortController()]
  const [from, to] = [newId(), newId()]
  const asked: [string, string][] = []
  let hasRoom = false
  const send = async ({ storyId, text, removed = false }: KeptNote): Promise<NoteAnswer> => {
    if (storyId === from && !removed && !hasRoom) return 'full'
    asked.push([text, storyId === to ? 'new' : 'full'])
    return 'stored'
  }
  const elsewhere = async (note: KeptNote) => (note.text === 'early' ? null : { ...note, storyId: to })
  const sender = new NoteSender({ userId, store, send, elsewhere, bell, now, alone })
  for (const text of ['early', 'late', 'taken out', 'later'])
    await sender.keep({ ...aNote(text), storyId: from, removed: text === 'taken out' })
  const running = sender.run(ended.signal)

  await expect.poll(() => asked.map(([text]) => text).toSorted()).toEqual(['late', 'later', 'taken out'])
  hasRoom = true
  bell.ring()
  await expect.poll(() => store.list(userId)).toEqual([])

  expect(Object.fromEntries(asked)).toEqual({ early: 'full', late: 'new', later: 'new', 'taken out': 'full' })
  ended.abort()
  await running
})

/** Runs the work of all tabs one after the other. */
function inTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(_name: string, work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine
    return mine
  }
}
