import { os } from '@orpc/server'
import type { Claims } from '../db/actor.ts'
import { codeError } from '../errors.ts'
import type { LinkCredential } from './link-credential.ts'

/** What a procedure knows about its request. */
export type RequestContext = {
  claims: Claims | null
  /** What a device with a recording link sent in place of a token; nothing but recording looks at it. */
  link: LinkCredential | null
  requestId: string
  /** Who calls as far as limits count: an address, or for IPv6 its network. */
  caller: string
}

/**
 * Lets only people through who have signed in. Every feature's routes begin with
 * `implement(contract.<feature>).$context<RequestContext>().use(requirePerson)`.
 */
export const requirePerson = os.$context<RequestContext>().middleware(({ context, next }) => {
  if (context.claims === null) throw codeError('UNAUTHORIZED')
  return next({ context: { claims: context.claims } })
})
