type Change = { submittedAt: number; error: unknown }

/** The error of the change that was asked for last: an older one is not told any longer once something else has worked. */
export const lastFailure = (...changes: Change[]): unknown =>
  changes.toSorted((one, other) => one.submittedAt - other.submittedAt).at(-1)?.error ?? null
