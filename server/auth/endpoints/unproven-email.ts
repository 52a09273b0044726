import { mailConfirmation } from '../accounts/confirmation-mail.ts'
import type { Outcome } from '../accounts/sign-in-with-identity.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'

export type Unproven = Extract<Outcome, { kind: 'unproven' }>

/**
 * Handles an address that the provider has not verified: mails it a confirmation link and returns the error that says so. If the
 * address belongs to another account, that account's owner is told by mail instead, and the error is the same. The link is made
 * only once a mail is allowed: making it ends the link of the mail before.
 */
export async function unprovenEmail(
  auth: Auth,
  provider: string,
  { email, owner }: Unproven,
  redirectTo: string,
): Promise<AuthError> {
  await auth.limits.consumeMail('confirmation', email)
  auth.background.run('confirmation mail', () =>
    auth.db.transaction((tx) =>
      owner === null
        ? auth.mailer.accountExists(tx, { to: email })
        : mailConfirmation(auth, tx, owner, { redirectTo, pkce: null }),
    ),
  )
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
}
