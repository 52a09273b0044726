import { expect, test } from 'vitest'
import { makeStory } from './make-story.ts'
import type { StudioSession } from './studio-session.ts'
import type { ThisDevice } from './this-device.ts'

test('a story is something to keep once the server has it, and not before', async () => {
  let isMade = false
  let isAway = true
  const plan = { storyId: 's', title: 'The attic', description: '', mode: 'upload' }
  const view = { get: () => ({ speakers: [] }) }
  const tellOfStory = () => {
    isMade = true
  }
  const create = async () => {
    if (isAway) throw new TypeError('Failed to fetch')
  }
  const session = { plan, view, tellOfStory } as unknown as StudioSession
  const device = { client: { stories: { create } } } as unknown as Pick<ThisDevice, 'client'>

  await expect(makeStory(device, session)).rejects.toThrow('Failed to fetch')
  expect(isMade).toBe(false)

  isAway = false
  await makeStory(device, session)
  expect(isMade).toBe(true)
})
