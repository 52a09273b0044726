/**
 * For `onSettled` of a mutation: has what it changes read anew. What has worked counts as under way until that is there, so that
 * nobody sees the old once more; what has failed is over at once, since it is told, and whoever reads that wants to try again or
 * to leave.
 */
export const afterwards =
  (readAnew: () => Promise<unknown>) =>
  (_answer: unknown, failure: unknown): Promise<unknown> | undefined => {
    const reading = readAnew()
    return failure === null ? reading : undefined
  }
