import { expect, it } from 'vitest'
import type { KeptNote } from '../../recorder/notes/note-store.ts'
import { sendNote } from './send-note.ts'

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}
const there = async () => ({ notes: [] })
const note: KeptNote = {
  id: 'n1',
  storyId: 's1',
  userId: 'u1',
  text: 'apples',
  timestamp: '00:12',
  story: { title: 'The orchard', description: '' },
  writtenAt: '2026-11-24T12:00:00.000Z',
}

it.each([
  ['is there once the server has it', there, there, 'stored'],
  ['is refused where the person may only read the story', failing('FORBIDDEN'), there, 'refused'],
  ['is refused where it is not as the server wants it', failing('BAD_REQUEST'), there, 'refused'],
  ['is tried again where the server did not answer', failing('INTERNAL_SERVER_ERROR'), there, 'later'],
  ['is tried again after logging in anew', failing('UNAUTHORIZED'), there, 'later'],
  [
    'is refused where its story is not as the server wants it',
    failing('NOT_FOUND'),
    failing('BAD_REQUEST'),
    'refused',
  ],
  ['rests where the story is in the own trash', failing('NOT_FOUND'), failing('GONE'), 'gone'],
  ['rests where the story is in its owner’s trash', failing('NOT_FOUND'), failing('FORBIDDEN'), 'gone'],
] as const)('a note %s', async (_, putNote, create, answer) => {
  expect(await sendNote({ putNote, create, deleteNote: there, get: there }, note)).toBe(answer)
})

it('overwrites no other wording where the story that was missing came back before it could be created', async () => {
  const sent: unknown[] = []
  const putNote = async (words: { was?: string }) => {
    sent.push(words.was)
    throw Object.assign(new Error(), { code: sent.length === 1 ? 'NOT_FOUND' : 'CONFLICT' })
  }
  const ports = { putNote, create: there, deleteNote: there, get: there }
  expect(await sendNote(ports, { ...note, was: 'pears' })).toBe('changed')
  expect(sent).toEqual(['pears', 'pears'])
})
