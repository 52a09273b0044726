import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'

/** Requests the confirmation mail again. Resolves with the sentence to show if that was refused, else null. */
export async function sendConfirmationAgain(email: string): Promise<string | null> {
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${window.location.origin}/app` },
  })
  return error === null ? null : sentenceOfAccount(error)
}
