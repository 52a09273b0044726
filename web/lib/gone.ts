/**
 * The codes by which the contract and the accounts service say that a thing does not exist; `not_found` is another device's session.
 * The code for the person's own ended session (`session_not_found`) is not among them.
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
 * Awaits the deletion of something that the person saw: if it is already gone, the deletion counts as done. Either the answer to an
 * earlier attempt was lost, or somebody else deleted it first; the result is what the person wanted, and an error would be of no use.
 */
export async function goneIsDeleted(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!isGone(error)) throw error
  }
}
