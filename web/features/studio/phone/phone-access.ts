import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'

/** How a device that was handed a link calls the server: with the link in place of a sign-in. */
export type PhoneAccess = {
  client: ContractRouterClient<Contract>
  fetch: (input: string, init: RequestInit) => Promise<Response>
  origin: string
}

export function createPhoneAccess(linkId: string, secret: string): PhoneAccess {
  const { origin } = window.location
  const headers = { authorization: `Link ${linkId}.${secret}`, 'kinora-device': deviceKey() }
  return {
    client: createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers })),
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
    origin,
  }
}

const keyName = 'kinora.device'
let keyOfThisVisit: string | null = null

/** 256 random bits that stay in this browser: the first device that opens a link keeps it. */
function deviceKey(): string {
  const stored = read()
  if (stored !== null && stored.length === 43) return stored

  keyOfThisVisit ??= base64url(crypto.getRandomValues(new Uint8Array(32)))
  try {
    localStorage.setItem(keyName, keyOfThisVisit)
  } catch {
    // A private window that keeps nothing: the link is this visit's.
  }
  return keyOfThisVisit
}

function read(): string | null {
  try {
    return localStorage.getItem(keyName)
  } catch {
    return keyOfThisVisit
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
