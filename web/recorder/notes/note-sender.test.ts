import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
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
    remove: async ({ id, revision }) => {
      if (notes.get(id)?.revision === revision) notes.delete(id)
    },
  }
}

function aSender(answers: NoteAnswer[]) {
  const [store, bell, ended, sent] = [aStore(), createBell(), new AbortController(), [] as string[]]
  const send = async (note: KeptNote) => {
    sent.push(note.text)
    return answers.shift() ?? 'stored'
  }
  const sender = new NoteSender({ userId, store, send, bell })
  return { sender, store, bell, ended, sent, run: () => sender.run(ended.signal) }
}

it('keeps a note on the device until the server has it', async () => {
  const { sender, store, bell, ended, sent, run } = aSender(['later'])
  await sender.keep(aNote('apples'))
  const running = run()

  await expect.poll(() => sent).toEqual(['apples'])
  expect(await store.list(userId)).toHaveLength(1)
  bell.ring()
  await expect.poll(() => sender.waiting.get()).toBe(0)
  expect(sent).toEqual(['apples', 'apples'])
  expect(await store.list(userId)).toEqual([])

  ended.abort()
  await running
})

it('lets a note go whose story was deleted, and goes on with the next', async () => {
  const { sender, store, ended, sent, run } = aSender(['gone'])
  await sender.keep(aNote('apples'))
  await sender.keep(aNote('pears'))
  const running = run()

  await expect.poll(() => sent).toEqual(['apples', 'pears'])
  await expect.poll(() => store.list(userId)).toEqual([])
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
