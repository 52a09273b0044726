import { beforeEach, expect, it } from 'vitest'
import { isMarkedHere, markAsked, moveMarks, sendMarks } from './asked-marks.ts'

/** The marks that the server accepted, as 'question in story', and the stories that it does not know. */
const server = { taken: [] as string[], unknown: new Set<string>() }
async function take({ id, storyId }: { id: string; storyId: string }): Promise<void> {
  if (server.unknown.has(storyId)) throw Object.assign(new Error('unknown'), { code: 'NOT_FOUND' })
  server.taken.push(`${id} in ${storyId}`)
}

/** A moment of the last hour: a mark that is a week old waits no longer. */
const hourAgo = Date.now() - 3_600_000
const at = (minute: number) => new Date(hourAgo + minute * 60_000).toISOString()
const move = { from: 'old', to: { id: 'new' }, since: at(5) }

beforeEach(() => {
  server.taken.length = 0
  server.unknown.clear()
})

it('has a question that was asked in what a full story did not take be asked in the new one, also where it was sent', async () => {
  markAsked('ana', { promptId: 'first', storyId: 'old', at: at(1) })
  markAsked('ana', { promptId: 'second', storyId: 'old', at: at(6) })
  await sendMarks('ana', take)

  moveMarks('ana', { ...move, isGone: false })

  expect(await sendMarks('ana', take)).toBe(1)
  expect(server.taken).toEqual(['first in old', 'second in old', 'second in new'])
  expect(await sendMarks('ana', take)).toBe(0)
})

it('knows of a question that was asked here before the server does', () => {
  expect(isMarkedHere('ada', 'first')).toBe(false)
  markAsked('ada', { promptId: 'first', storyId: 'old', at: at(1) })
  expect(isMarkedHere('ada', 'first')).toBe(true)
  expect(isMarkedHere('ada', 'second')).toBe(false)
  expect(isMarkedHere('somebody else', 'first')).toBe(false)
})

it('has every question of a story that is gone be asked in the new one', async () => {
  server.unknown.add('old')
  markAsked('eva', { promptId: 'first', storyId: 'old', at: at(1) })
  expect(await sendMarks('eva', take)).toBe(0)

  moveMarks('eva', { ...move, isGone: true })

  expect(await sendMarks('eva', take)).toBe(1)
  expect(server.taken).toEqual(['first in new'])
})

it('sends a mark that the server refuses only once, and one that it could not take just now again', async () => {
  const answers = new Map([
    ['refused', 'FORBIDDEN'],
    ['malformed', 'BAD_REQUEST'],
    ['later', 'INTERNAL_SERVER_ERROR'],
  ])
  const asked: string[] = []
  const refuse = async ({ id }: { id: string }) => {
    asked.push(id)
    throw Object.assign(new Error(id), { code: answers.get(id) })
  }
  for (const promptId of answers.keys()) markAsked('ida', { promptId, storyId: 'old', at: at(1) })
  expect(await sendMarks('ida', refuse)).toBe(0)
  expect(await sendMarks('ida', refuse)).toBe(0)

  expect(asked).toEqual(['refused', 'malformed', 'later', 'later'])
})
