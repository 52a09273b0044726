import { expect, it } from 'vitest'
import { forgetNote } from './forget-note.ts'

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}
const there = async () => ({ notes: [] })
const withIt = async () => ({ notes: [{ id: 'n1' }] })

it.each([
  ['is done where it is taken out', there, failing('NOT_FOUND'), 'stored'],
  ['is done where the story is there without it', failing('NOT_FOUND'), there, 'stored'],
  [
    'rests where the story is in the trash, which comes back with it',
    failing('NOT_FOUND'),
    failing('NOT_FOUND'),
    'gone',
  ],
  [
    'is tried again where the server cannot be asked for the story',
    failing('NOT_FOUND'),
    failing('INTERNAL_SERVER_ERROR'),
    'later',
  ],
  ['is refused where the person may only read the story', failing('FORBIDDEN'), withIt, 'refused'],
  [
    'is done where the story that the person may only read never had it',
    failing('FORBIDDEN'),
    there,
    'stored',
  ],
  ['is tried again where the server did not answer', failing('INTERNAL_SERVER_ERROR'), there, 'later'],
] as const)('taking out a note %s', async (_, deleteNote, get, answer) => {
  expect(await forgetNote({ deleteNote, get }, { storyId: 's1', id: 'n1' })).toBe(answer)
})
