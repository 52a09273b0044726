/**
 * How the contract and the accounts service say that there is no such thing; `not_found` is a session of another device.
 * Somebody's own session that has ended is not among them.
 */
const codesOfGone = new Set<unknown>([
  'NOT_FOUND',
  'GONE',
  'not_found',
  'mfa_factor_not_found',
  'identity_not_found',
])

export function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codesOfGone.has(error.code)
}

/**
 * A deletion by somebody who was shown the thing: what is gone counts as deleted. The answer to an earlier try was lost, or somebody
 * else was quicker; it is as they wished, and there is nothing that they could do about being told otherwise.
 */
export async function goneIsDeleted(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
