import { expect, test } from 'vitest'
import { makeStory } from './make-story.ts'
import type { StudioSession } from './studio-session.ts'
import type { ThisDevice } from './this-device.ts'

test('files that cannot be sent, because the server is away, are something to keep all the same', async () => {
  let hasFiles = false
  const plan = { storyId: 's', title: 'The attic', description: '', mode: 'upload' }
  const view = { get: () => ({ speakers: [] }) }
  const tellOfFiles = () => {
    hasFiles = true
  }
  const create = async () => {
    throw new TypeError('Failed to fetch')
  }
  const session = { plan, view, tellOfFiles } as unknown as StudioSession
  const device = { client: { stories: { create } } } as unknown as Pick<ThisDevice, 'client'>

  await expect(makeStory(device, session)).rejects.toThrow('Failed to fetch')

  expect(hasFiles).toBe(true)
})
