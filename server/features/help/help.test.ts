import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'

const reachable = await createTestKinora({
  SUPPORT_EMAIL: 'help@family.example',
  SUPPORT_CALL_URL: 'https://calls.example/kinora',
})
const silent = await createTestKinora()

test('whom to ask is told to whoever is signed in, as the operator has it', async () => {
  const { client } = await reachable.person()
  expect(await client.help.support()).toEqual({
    email: 'help@family.example',
    callUrl: 'https://calls.example/kinora',
  })
  expect((await reachable.app.request('/rpc/help/support', { method: 'POST' })).status).toBe(401)
})

test('where the operator says nothing there is nobody to ask', async () => {
  const { client } = await silent.person()
  expect(await client.help.support()).toEqual({ email: null, callUrl: null })
})
