import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { createToken } from '../accounts/one-time-tokens.ts'
import { findUserByEmail } from '../accounts/users.ts'
import { validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { pkceFields, pkceOf } from '../http/pkce.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Endpoint } from './endpoint.ts'

const bodySchema = z.object({ email: z.string().default(''), ...pkceFields })

/** POST /recover: answers `{}` whether or not the account exists; only the owner of an account gets a mail. */
export const recover: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('recover', client)

  const body = await readBody(c, bodySchema)
  if (body.email === '') throw validationFailed('Password recovery requires an email')
  const pkce = pkceOf(body)
  const email = normaliseEmail(body.email)
  await auth.limits.consumeMail('recovery', email)

  const redirectTo = redirectTarget(c, auth)
  auth.background.run('recovery mail', async () => {
    await auth.db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (user === null) return

      await tx.run('update auth.users set recovery_sent_at = now() where id = $1', [user.id])
      await writeAudit(tx, 'user_recovery_requested', user, client, {
        provider: 'email',
        purpose: 'password',
      })
      const owner = { userId: user.id, type: 'recovery_token' as const, address: email, pkce }
      const secrets = await createToken(auth, tx, owner)
      await auth.mailer.recovery(tx, { to: email, redirectTo, ...secrets })
    })
  })

  return c.json({})
}
