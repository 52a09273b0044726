import { isAuthApiError, isAuthRetryableFetchError } from '@supabase/auth-js'
import { sentenceOfAuthCode, sentenceOfKeyError } from '../../lib/auth-sentences.ts'
import { sentences } from '../../lib/sentences.ts'

export type Notice = {
  title: string
  sentence: string
  /** The account waits for its confirmation mail, which can be sent again. */
  isUnconfirmed?: boolean
}

/** What to say about a refused log-in. */
export function logInFailure(error: Error): Notice {
  if (error.message === 'Invalid login credentials') {
    return { title: 'Login Failed', sentence: 'Invalid email or password. Please try again.' }
  }
  const isUnconfirmed = isAuthApiError(error) && error.code === 'email_not_confirmed'
  return { title: 'Login Failed', sentence: sentenceOfAuth(error), isUnconfirmed }
}

/** What to say about a refused sign-up. */
export function signUpFailure(error: Error): Notice {
  if (error.message === 'User already registered') {
    return {
      title: 'Account Exists',
      sentence: 'An account with this email already exists. Please log in instead.',
    }
  }
  return { title: 'Signup Failed', sentence: sentenceOfAuth(error) }
}

/** The service's own message, as the specification asks; no answer at all is said in our words. */
export function sentenceOfAuth(error: Error): string {
  return isAuthRetryableFetchError(error) ? sentences.OFFLINE : error.message
}

/** The same in our words where we have some: everywhere but in the log-in form. A key's refusals are among them. */
export function sentenceOfAccount(error: Error & { code?: string | undefined }): string {
  return sentenceOfAuthCode(error.code) ?? sentenceOfKeyError(error.name) ?? sentenceOfAuth(error)
}

export const unexpectedFailure: Notice = {
  title: 'Error',
  sentence: 'An unexpected error occurred. Please try again.',
}
