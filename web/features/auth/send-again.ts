import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'

/** Has the confirmation mail sent once more. Resolves with the sentence to show when that was refused, else null. */
export async function sendConfirmationAgain(email: string): Promise<string | null> {
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${window.location.origin}/app` },
  })
  return error === null ? null : sentenceOfAccount(error)
}
