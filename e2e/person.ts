import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { BrowserContext } from '@playwright/test'
import type { Contract } from '#contract/index.ts'

/** Somebody with an account, and what they would see through the API. */
export type Person = {
  email: string
  password: string
  id: string
  token: string
  session: object
  api: ContractRouterClient<Contract>
}

let count = 0

/** A fresh account by the service's own sign-up, of nobody in particular or of an address that the settings name. */
export async function signUp(origin: string, address?: string): Promise<Person> {
  count += 1
  const email = address ?? `person-${Date.now()}-${process.pid}-${count}@family.example`
  const password = 'a good password'
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)

  const session = (await answer.json()) as { access_token: string; user: { id: string } }
  const token = session.access_token
  const link = new RPCLink({ url: `${origin}/rpc`, headers: { authorization: `Bearer ${token}` } })
  return { email, password, id: session.user.id, token, session, api: createORPCClient(link) }
}

/** Has every page of a browser context open as this person, as if they had logged in there before. */
export async function signInHere(context: BrowserContext, person: Person): Promise<void> {
  await context.addInitScript((session) => {
    if (window.localStorage.getItem('kinora.auth') === null)
      window.localStorage.setItem('kinora.auth', session)
  }, JSON.stringify(person.session))
}
