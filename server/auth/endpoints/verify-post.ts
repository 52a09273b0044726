import { z } from 'zod'
import { normaliseEmail } from '../accounts/emails.ts'
import { normalisePhone } from '../accounts/phones.ts'
import { type Proof, redeem, tokenTypesOf } from '../accounts/redeem.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { type Client, clientOf } from '../http/client.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'

const bodySchema = z.object({
  type: z.string().default(''),
  token: z.string().default(''),
  token_hash: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
})
type Body = z.output<typeof bodySchema>

export const halfConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: redeems a code together with its address or phone, or the token of a link alone. */
export const verifyPost: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('verify', client)

  const body = await readBody(c, bodySchema)
  const redeemed = await redeemBody(auth, body, client)
  if (redeemed === 'half') return c.json({ msg: halfConfirmed, code: '200' })
  return sendTokens(c, redeemed)
}

async function redeemBody(auth: Auth, body: Body, client: Client) {
  if (body.type === '') throw validationFailed('Verify requires a verification type')
  const proof = proofOf(body)

  const types = tokenTypesOf(body.type)
  if (types === undefined) throw validationFailed('Unsupported verification type')

  if ('linkToken' in proof) return redeem(auth, types, proof, client)

  const redeemed = await auth.limits.guess(
    'code',
    proof.address,
    () => redeem(auth, types, proof, client).catch(wrongCodeIn),
    (result) => result instanceof AuthError,
  )
  if (redeemed instanceof AuthError) throw redeemed
  return redeemed
}

function wrongCodeIn(error: unknown): AuthError {
  if (error instanceof AuthError && error.code === 'otp_expired') return error
  throw error
}

function proofOf({ token, token_hash: linkToken, email, phone }: Body): Proof {
  if (token === '' && linkToken === '')
    throw validationFailed('Verify requires either a token or a token hash')
  if (token === '') {
    if (email !== '' || phone !== '')
      throw validationFailed('Only the token_hash and type should be provided')
    return { linkToken }
  }

  const hasOneAddress = (email === '') !== (phone === '')
  if (!hasOneAddress) {
    throw validationFailed('Only an email address or phone number should be provided on verify')
  }
  // People copy codes with spaces and dashes in them.
  const code = token.replace(/[\s-]/g, '')
  return { address: phone === '' ? normaliseEmail(email) : normalisePhone(phone), code }
}
