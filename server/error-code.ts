/** Whether an error of Node, PostgreSQL or a library has one of these codes, such as 'ENOENT' or '23505'. */
export function hasCode(error: unknown, ...codes: string[]): error is Error {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
