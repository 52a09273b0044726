import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { serverLink } from '../../../lib/server-link.ts'
import { deviceKey } from '../../../recorder/device-key.ts'

/** How a device with a recording link calls the server: authorised by the link in place of a sign-in. */
export type PhoneAccess = {
  client: ContractRouterClient<Contract>
  fetch: (input: string, init: RequestInit) => Promise<Response>
  origin: string
}

/** Rejects where this browser stores nothing. */
export async function createPhoneAccess(linkId: string, secret: string): Promise<PhoneAccess> {
  const { origin } = window.location
  const headers = { authorization: `Link ${linkId}.${secret}`, 'kinora-device': await deviceKey() }
  return {
    client: createORPCClient(serverLink(`${origin}/rpc`, fetch, headers)),
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
    origin,
  }
}
