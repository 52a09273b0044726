/** How a call to the API ends: 'done', or the code of its refusal. */
export const codeOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
