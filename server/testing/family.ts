import { randomUUID } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Contract } from '#contract/index.ts'
import type { Claims } from '../db/actor.ts'
import type { HttpEnv } from '../http/http-env.ts'

export type Person = {
  id: string
  email: string
  accessToken: string
  claims: Claims
  /** The contract as our web calls it, with this person's token. */
  client: ContractRouterClient<Contract>
  /** Any route, with this person's token. */
  request: (path: string, init?: RequestInit) => Promise<Response>
}

const session = z.object({ access_token: z.string(), user: z.object({ id: z.uuid(), email: z.string() }) })

/** Makes an account the way a person does. Each is a stranger to all others. */
export async function signUp(app: Hono<HttpEnv>, name = 'Ana Petrova'): Promise<Person> {
  const response = await app.request('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${randomUUID()}@example.com`,
      password: 'wild geese',
      data: { full_name: name },
    }),
  })
  if (response.status !== 200) throw new Error(`sign-up failed: ${await response.text()}`)
  const { access_token: accessToken, user } = session.parse(await response.json())

  return {
    id: user.id,
    email: user.email,
    accessToken,
    claims: { sub: user.id },
    client: clientOf(app, accessToken),
    request: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${accessToken}`)
      return app.request(path, { ...init, headers })
    },
  }
}

/** The typed client; without a token, that of a visitor. */
export function clientOf(app: Hono<HttpEnv>, accessToken?: string): ContractRouterClient<Contract> {
  const link = new RPCLink({
    url: 'http://localhost/rpc',
    headers: () => (accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    fetch: async (request, init) => app.request(request, init),
  })
  return createORPCClient(link)
}
