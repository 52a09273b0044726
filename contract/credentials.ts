import { z } from 'zod'
import { requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** A password somebody chooses. An operator may ask for a longer one. */
export const newPassword = z
  .string()
  .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters`)

/** What somebody calls one of their keys, phones or apps for signing in. */
export const keyName = requiredText(limits.keyName, 'Please give it a name.')
