import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { Contract } from '#contract/index.ts'
import { isPassing, situationOf } from './errors.ts'
import { serverLink } from './server-link.ts'

async function clientOfServerThatSays(
  type: string,
  text: string,
  status = 200,
): Promise<ContractRouterClient<Contract>> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createORPCClient(serverLink(`http://127.0.0.1:${port}/rpc`, fetch))
}

const note = { storyId: 's', id: 'n', text: 'The ships came in.', timestamp: '00:00' }

test('what the server says is the answer', async () => {
  const client = await clientOfServerThatSays('application/json', `{"json":${JSON.stringify(note)}}`)
  expect(await client.stories.putNote(note)).toEqual(note)
  const none = await clientOfServerThatSays('application/json', '{"json":null}')
  expect(await none.publicLinks.get({ storyId: 's' })).toBeNull()
})

test.each([
  ['a page', 'text/html', '<h1>Welcome to the hotel network</h1>'],
  ['JSON of its own', 'application/json', '{"status":"please log in"}'],
  ['no word in it', 'application/json', ''],
])('%s of something in between has kept nothing', async (_what, type, text) => {
  const client = await clientOfServerThatSays(type, text)
  const failure = await client.stories.putNote(note).catch((error: unknown) => error)
  expect(situationOf(failure)).toBe('OFFLINE')
  expect(isPassing(failure)).toBe(true)
})
