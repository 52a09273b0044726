import { isAuthApiError, isAuthRetryableFetchError } from '@supabase/auth-js'
import { sentenceOfAuthCode, sentenceOfKeyError } from '../../lib/auth-sentences.ts'
import { sentences } from '../../lib/sentences.ts'

export type Notice = {
  title: string
  sentence: string
  /** The account's address is not confirmed yet; the confirmation mail can be sent again. */
  isUnconfirmed?: boolean
  /** The address has an account; logging in is the way on. */
  isTaken?: boolean
}

/** The message for a refused log-in. */
export function logInFailure(error: Error): Notice {
  if (error.message === 'Invalid login credentials') {
    return { title: 'Login Failed', sentence: 'Invalid email or password. Please try again.' }
  }
  const isUnconfirmed = isAuthApiError(error) && error.code === 'email_not_confirmed'
  return { title: 'Login Failed', sentence: sentenceOfAuth(error), isUnconfirmed }
}

/** The message for a refused sign-up. */
export function signUpFailure(error: Error): Notice {
  if (error.message === 'User already registered') {
    return {
      title: 'Account Exists',
      sentence: 'An account with this email already exists. Please log in instead.',
      isTaken: true,
    }
  }
  return { title: 'Signup Failed', sentence: sentenceOfAuth(error) }
}

/** The service's own message, as the specification asks; our own sentence if there was no answer. */
export function sentenceOfAuth(error: Error): string {
  return isAuthRetryableFetchError(error) ? sentences.OFFLINE : error.message
}

/**
 * Our own sentence for the error's code or for a security key's error, if there is one; otherwise
 * the service's message. Used everywhere but in the log-in form.
 */
export function sentenceOfAccount(error: Error & { code?: string | undefined }): string {
  return sentenceOfAuthCode(error.code) ?? sentenceOfKeyError(error.name) ?? sentenceOfAuth(error)
}

export const unexpectedFailure: Notice = {
  title: 'Error',
  sentence: 'An unexpected error occurred. Please try again.',
}
