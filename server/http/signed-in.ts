import { os } from '@orpc/server'
import type { Claims } from '../db/actor.ts'
import { codeError } from '../errors.ts'
import type { LinkCredential } from './link-credential.ts'

/** The context that each procedure gets of its request. */
export type RequestContext = {
  claims: Claims | null
  /** The credential that a device with a recording link sends in place of a token; only the recording procedures accept it. */
  link: LinkCredential | null
  requestId: string
  /** The caller as rate limits count it: the network address, or for IPv6 its /64 network. */
  caller: string
}

/**
 * Requires a signed-in person. Every feature's routes begin with
 * `implement(contract.<feature>).$context<RequestContext>().use(requirePerson)`.
 * @throws UNAUTHORIZED
 */
export const requirePerson = os.$context<RequestContext>().middleware(({ context, next }) => {
  if (context.claims === null) throw codeError('UNAUTHORIZED')
  return next({ context: { claims: context.claims } })
})
