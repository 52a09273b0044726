/** Whether an error is one of those that Node, PostgreSQL or a library tells by these codes: 'ENOENT', '23505'. */
export function hasCode(error: unknown, ...codes: string[]): error is Error {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
