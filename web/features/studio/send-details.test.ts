import { describe, expect, it } from 'vitest'
import { type DetailsPorts, sendDetails, speakersWith, willCreateStory } from './send-details.ts'

const details = { speakers: ['Ada Lind', 'Rosa Lind'], dropped: [], description: 'Apples in the cellar' }

/** A server with one story, or one that fails; `coming` says whether the story is still on its way to it. */
function serverWith(story: { speakers: string[]; description: string } | Error, coming = false) {
  const told: object[] = []
  const ports = {
    get: async () => {
      if (story instanceof Error) throw story
      return story
    },
    update: async ({ was, ...change }: Parameters<DetailsPorts['update']>[0]) => {
      if (was && !(story instanceof Error) && was.description !== story.description) throw failing('CONFLICT')
      told.push(change)
    },
    isComing: async () => coming,
  }
  return { told, ports, send: () => sendDetails(ports, { storyId: 's1' }, details) }
}

const failing = (code: string) => Object.assign(new Error(code), { code })

describe('what became known of a story while it was told', () => {
  it('is written into it: who spoke, and what it is about where nobody has said so', async () => {
    const { told, send } = serverWith({ speakers: ['Ada Lind'], description: '' })
    expect(await send()).toBe('stored')
    expect(told).toEqual([
      { id: 's1', speakers: ['Ada Lind', 'Rosa Lind'], description: 'Apples in the cellar' },
    ])
  })

  it('leaves what the family has written meanwhile', async () => {
    const { told, send } = serverWith({ speakers: ['Uncle Max'], description: 'The winter of 1947' })
    await send()
    expect(told).toEqual([{ id: 's1', speakers: ['Uncle Max', 'Ada Lind', 'Rosa Lind'] }])
  })

  it('is told again where somebody writes it in the same moment, and leaves that', async () => {
    const story = { speakers: ['Ada Lind'], description: '' }
    const { told, ports, send } = serverWith(story)
    const { get } = ports
    ports.get = async () => {
      const read = { ...(await get()) }
      story.description = 'The winter of 1947'
      return read
    }
    expect(await send()).toBe('later')
    expect(told).toEqual([])
    expect(await send()).toBe('stored')
    expect(told).toEqual([{ id: 's1', speakers: ['Ada Lind', 'Rosa Lind'] }])
  })

  it.each([
    ['waits for a network', new TypeError('Failed to fetch'), false, 'later'],
    ['waits while nobody is signed in', failing('UNAUTHORIZED'), false, 'later'],
    ['waits for the story while its recording is on its way', failing('NOT_FOUND'), true, 'later'],
    ['rests where the story was deleted', failing('NOT_FOUND'), false, 'gone'],
    ['is not forced on a story that may not be changed any more', failing('FORBIDDEN'), false, 'gone'],
  ] as const)('%s', async (_, error, coming, answer) => {
    expect(await serverWith(error, coming).send()).toBe(answer)
  })
})

it('takes out of a story whom those beside it have taken out, and names nobody twice', () => {
  const known = ['Ada Lind', 'Rosa Lind', 'Uncle Max']
  expect(speakersWith(known, { speakers: ['Ada Lind', 'Emil'], dropped: ['Rosa Lind'] })).toEqual([
    'Ada Lind',
    'Uncle Max',
    'Emil',
  ])
})

it('waits for no story that only a note could create which was taken out, or whose story was deleted', () => {
  const story = { title: 'The orchard', description: '' }
  const note = { id: 'n1', storyId: 's1', userId: 'u1', text: 'apples', timestamp: '00:12', story }
  expect(willCreateStory(note)).toBe(true)
  expect(willCreateStory({ ...note, removed: true })).toBe(false)
  expect(willCreateStory({ ...note, goneSince: '2026-11-24T12:00:00.000Z' })).toBe(false)
})
