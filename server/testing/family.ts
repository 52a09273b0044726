import { randomUUID } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { z } from 'zod'
import type { Contract } from '#contract/index.ts'
import type { Claims } from '../db/actor.ts'

export type Person = {
  id: string
  email: string
  accessToken: string
  claims: Claims
  /** The typed client of the contract, as the web app uses it, with this person's token. */
  client: ContractRouterClient<Contract>
  /** A request to any route, with this person's token. */
  request: (path: string, init?: RequestInit) => Promise<Response>
}

/** How a server is reached: the app object itself, or an address. */
export type Door = { request: (input: string | Request, init?: RequestInit) => Response | Promise<Response> }

const session = z.object({ access_token: z.string(), user: z.object({ id: z.uuid(), email: z.string() }) })

/** Creates an account as a person does, which is a stranger to all others. */
export function signUp(app: Door, name = 'Ana Petrova'): Promise<Person> {
  return enter(app, '/auth/v1/signup', {
    email: `${randomUUID()}@example.com`,
    password: 'wild geese',
    data: { full_name: name },
  })
}

/** Signs in to an existing account. */
export function signIn(app: Door, account: { email: string; password: string }): Promise<Person> {
  return enter(app, '/auth/v1/token?grant_type=password', account)
}

async function enter(app: Door, path: string, body: object): Promise<Person> {
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${path} failed: ${await response.text()}`)
  const { access_token: accessToken, user } = session.parse(await response.json())
  return personOf(app, { id: user.id, email: user.email, accessToken })
}

/** The same person through another door. */
export function personOf(
  app: Door,
  { id, email, accessToken }: Pick<Person, 'id' | 'email' | 'accessToken'>,
): Person {
  return {
    id,
    email,
    accessToken,
    claims: { sub: id },
    client: clientOf(app, accessToken),
    request: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${accessToken}`)
      return app.request(path, { ...init, headers })
    },
  }
}

/** The typed client; without a token, that of a visitor. */
export function clientOf(app: Door, accessToken?: string): ContractRouterClient<Contract> {
  const link = new RPCLink({
    url: 'http://localhost/rpc',
    headers: () => (accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    fetch: async (request, init) => app.request(request, init),
  })
  return createORPCClient(link)
}

/** Signs a new person up on a server that runs as a separate process. */
export function personAt(url: string): Promise<Person> {
  return signUp(doorAt(url))
}

/** Signs in to an existing account on such a server. */
export function enterAt(url: string, account: { email: string; password: string }): Promise<Person> {
  return signIn(doorAt(url), account)
}

export const doorAt = (url: string): Door => ({
  request: async (input, init) => {
    if (typeof input === 'string') return fetch(url + input, init)
    const { method, headers } = input
    return fetch(url + new URL(input.url).pathname, { method, headers, body: await input.arrayBuffer() })
  },
})
