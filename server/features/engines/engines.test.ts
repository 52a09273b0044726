import { expect, test } from 'vitest'
import { hasFfmpeg } from '../../media/find-media-tool.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const bare = await createTestKinora()
const equipped = await createTestKinora({
  SPEECH_ENGINE: 'command',
  SPEECH_COMMAND: '/opt/hear --secret',
  AI_URL: 'http://127.0.0.1:9/v1',
  AI_KEY: 'sk-secret',
  AI_MODEL: 'writer-1',
  AI_IMAGE_MODEL: 'painter-1',
})

test('a person is told what listens and what writes, and nothing of how it is reached', async () => {
  const ana = await equipped.person()
  expect(await ana.client.engines.get()).toEqual({
    listens: 'command',
    canCut: await hasFfmpeg(),
    writes: 'writer-1',
    draws: 'painter-1',
  })
  const response = await ana.request('/api/engines')
  expect(await response.text()).not.toMatch(/secret|127\.0/)
})

test('where nobody does, that is told', async () => {
  const ana = await bare.person()
  expect(await ana.client.engines.get()).toEqual({
    listens: null,
    canCut: await hasFfmpeg(),
    writes: null,
    draws: null,
  })
})
