import type { Factor } from '@supabase/auth-js'
import { isGone } from '../../../lib/gone.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'

export type NewCodes = { codes: string[]; problem: null } | { codes: null; problem: string }

/** Creates a new set of recovery codes, which invalidates an earlier set. */
export async function newRecoveryCodes(existing: boolean): Promise<NewCodes> {
  const { recoveryCodes } = auth.mfa
  const { data, error } = existing ? await recoveryCodes.regenerate() : await recoveryCodes.generate()
  return error === null
    ? { codes: data.codes.map(inGroups), problem: null }
    : { codes: null, problem: sentenceOfAccount(error) }
}

/** Removes second factors one by one. Resolves with the sentence of the first refusal, else null. */
export async function removeFactors(factors: Pick<Factor, 'id'>[]): Promise<string | null> {
  for (const { id: factorId } of factors) {
    const { error } = await auth.mfa.unenroll({ factorId })
    if (error !== null && !isGone(error)) return sentenceOfAccount(error)
  }
  return null
}

/** In groups of four, which are easier to copy from paper. */
function inGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}
