import { z } from 'zod'
import { requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** A new password. An operator may require a greater minimum length. */
export const newPassword = z
  .string()
  .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters`)

/** The name that a person gives to one of their keys, phones or apps for signing in. */
export const keyName = requiredText(limits.keyName, 'Please give it a name.')
