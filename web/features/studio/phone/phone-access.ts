import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { linkInTime } from '../../../lib/in-time.ts'
import { deviceKey } from '../../../recorder/device-key.ts'

/** How a device that was handed a link calls the server: with the link in place of a sign-in. */
export type PhoneAccess = {
  client: ContractRouterClient<Contract>
  fetch: (input: string, init: RequestInit) => Promise<Response>
  origin: string
}

/** Rejects where this browser keeps nothing. */
export async function createPhoneAccess(linkId: string, secret: string): Promise<PhoneAccess> {
  const { origin } = window.location
  const headers = { authorization: `Link ${linkId}.${secret}`, 'kinora-device': await deviceKey() }
  return {
    client: createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers, fetch: linkInTime(fetch) })),
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
    origin,
  }
}
