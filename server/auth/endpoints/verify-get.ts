import type { Context } from 'hono'
import { challengeIn, issueMailCode, mailMethodOf } from '../accounts/mail-codes.ts'
import { redeem, redeemTo, tokenTypesOf } from '../accounts/redeem.ts'
import { otpExpired, validationFailed } from '../errors.ts'
import { clientOf } from '../http/client.ts'
import { errorFields, sessionFields, withFragment, withQuery } from '../http/redirect-answers.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Endpoint } from './endpoint.ts'
import { halfConfirmed } from './verify-post.ts'

/**
 * GET /verify: for links in mails that follow GoTrue's form; our own mails link to a page of the site. Redeems the token and
 * redirects with the session in the fragment, which no server logs. For clients that use PKCE it redirects with a code, which is
 * worthless without the verifier. A HEAD request, with which scanners probe links, redeems nothing.
 */
export const verifyGet: Endpoint = async (c, auth) => {
  const target = redirectTarget(c, auth)
  if (c.req.method === 'HEAD') return c.redirect(target, 303)

  try {
    const client = clientOf(c, auth)
    await auth.limits.consume('verify', client)
    const { type, types, linkToken } = linkOf(c)

    const pkce = challengeIn(linkToken)
    if (pkce !== null) {
      const way = { pkce, method: mailMethodOf(type), redirectTo: target }
      const code = await redeemTo(auth, types, { linkToken }, client, (tx, userId) =>
        issueMailCode(auth, tx, userId, way),
      )
      return c.redirect(withQuery(target, code === 'half' ? { message: halfConfirmed } : { code }), 303)
    }

    const redeemed = await redeem(auth, types, { linkToken }, client)
    const fields = redeemed === 'half' ? { message: halfConfirmed } : { ...sessionFields(redeemed), type }
    return c.redirect(withFragment(target, fields), 303)
  } catch (error) {
    const fields = errorFields(error, auth.log)
    // Clients that expect a code read errors from the query.
    const isCoded = challengeIn(c.req.query('token') ?? '') !== null
    return c.redirect(withFragment(isCoded ? withQuery(target, fields) : target, fields), 303)
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
