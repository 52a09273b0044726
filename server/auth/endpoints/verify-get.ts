import type { Context } from 'hono'
import { redeem, tokenTypesOf } from '../accounts/redeem.ts'
import { otpExpired, validationFailed } from '../errors.ts'
import { clientOf } from '../http/client.ts'
import { errorFields, sessionFields, withFragment } from '../http/redirect-answers.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Endpoint } from './endpoint.ts'
import { halfConfirmed } from './verify-post.ts'

/**
 * GET /verify: the link of other GoTrue clients' mails; ours go to a page of the site. Redeems and redirects with
 * everything in the fragment, which no server logs. A HEAD, by which scanners look at links, redeems nothing.
 */
export const verifyGet: Endpoint = async (c, auth) => {
  const target = redirectTarget(c, auth)
  if (c.req.method === 'HEAD') return c.redirect(target, 303)

  try {
    const client = clientOf(c, auth)
    await auth.limits.consume('verify', client)
    const { type, types, linkToken } = linkOf(c)

    const redeemed = await redeem(auth, types, { linkToken }, client)
    const fields = redeemed === 'half' ? { message: halfConfirmed } : { ...sessionFields(redeemed), type }
    return c.redirect(withFragment(target, fields), 303)
  } catch (error) {
    return c.redirect(withFragment(target, errorFields(error, auth.log)), 303)
  }
}

function linkOf(c: Context) {
  const type = c.req.query('type') ?? ''
  const linkToken = c.req.query('token') ?? ''
  if (type === '') throw validationFailed('Verify requires a verification type')
  if (linkToken === '') throw otpExpired('link')

  const types = tokenTypesOf(type)
  if (types === undefined) throw validationFailed('Unsupported verification type')
  return { type, types, linkToken }
}
