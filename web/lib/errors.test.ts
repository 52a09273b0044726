import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, test } from 'vitest'
import { errorStatus } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { isPassing, sentenceOf, situationOf } from './errors.ts'
import { sentences } from './sentences.ts'

test('every code of the contract has a sentence of its own', () => {
  const codes = Object.keys(errorStatus)
  expect(Object.keys(sentences).sort()).toEqual([...codes, 'OFFLINE', 'FILE_AWAY', 'UNKNOWN'].sort())
  expect(new Set(Object.values(sentences)).size).toBe(codes.length + 3)
  // The same code is used for stories, playlists, prompts and families.
  expect(sentences.LIMIT_REACHED).not.toMatch(/story|book|playlist|family/)
})

test('a code is recognised by its name, and never by the message of the server', () => {
  const failure = Object.assign(new Error('select failed at row 7'), { code: 'STORAGE_LIMIT_REACHED' })
  expect(situationOf(failure)).toBe('STORAGE_LIMIT_REACHED')
  expect(sentenceOf(failure)).not.toContain('row 7')
})

test('no answer at all counts as being offline', () => {
  expect(situationOf(new TypeError('Failed to fetch'))).toBe('OFFLINE')
})

test.each([502, 503, 504, 522, 530])(
  'a reverse proxy that answers %s itself counts as a server that is away',
  async (status) => {
    const fetch = async () =>
      new Response('<html>nginx</html>', { status, headers: { 'Content-Type': 'text/html' } })
    const proxied: ContractRouterClient<Contract> = createORPCClient(
      new RPCLink({ url: 'http://proxy.example/rpc', fetch }),
    )
    const failure = await proxied.stories.list({}).catch((error: unknown) => error)
    expect(situationOf(failure)).toBe('OFFLINE')
    expect(isPassing(failure)).toBe(true)
  },
)

test('an answer that breaks off in the middle counts as none', async () => {
  const broken = new ReadableStream({
    start: (body) => body.enqueue(new TextEncoder().encode('{"json":{"items":[')),
    pull: (body) => body.error(new TypeError('network error')),
  })
  const fetch = async () => new Response(broken, { headers: { 'Content-Type': 'application/json' } })
  const cut: ContractRouterClient<Contract> = createORPCClient(
    new RPCLink({ url: 'http://kinora.example/rpc', fetch }),
  )
  const failure = await cut.stories.list({}).catch((error: unknown) => error)
  expect(situationOf(failure)).toBe('OFFLINE')
  expect(isPassing(failure)).toBe(true)
})

test('an answer that a proxy has cut, and passed on as if it were all, counts as none', async () => {
  const fetch = async () =>
    new Response('{"json":{"items":[', { headers: { 'Content-Type': 'application/json' } })
  const cut: ContractRouterClient<Contract> = createORPCClient(
    new RPCLink({ url: 'http://kinora.example/rpc', fetch }),
  )
  const failure = await cut.stories.list({}).catch((error: unknown) => error)
  expect(situationOf(failure)).toBe('OFFLINE')
})

test('a code nobody knows is something unexpected, also when it is the name of a built-in', () => {
  expect(situationOf({ code: 'WHATEVER' })).toBe('UNKNOWN')
  expect(situationOf({ code: 'toString' })).toBe('UNKNOWN')
  expect(situationOf(null)).toBe('UNKNOWN')
})

test('only failures that may pass are asked again by themselves', () => {
  expect(isPassing(new TypeError('Failed to fetch'))).toBe(true)
  expect(isPassing({ code: 'INTERNAL_SERVER_ERROR' })).toBe(true)
  expect(isPassing({ code: 'STORAGE_UNAVAILABLE' })).toBe(true)
  expect(isPassing({ code: 'TOO_MANY_REQUESTS' })).toBe(true)
  expect(isPassing({ code: 'NOT_FOUND' })).toBe(false)
  expect(isPassing({ code: 'UNAUTHORIZED' })).toBe(false)
})
