/**
 * For `onSettled` of a mutation: has what it changes read anew. What has worked counts as under way until that is there, so that
 * nobody sees the old once more; what has failed is over at once, since it is told, and whoever reads that wants to try again or
 * to leave.
 *
 * @param isSaved whether an answer says so, where it may also say that others have changed the same
 */
export const afterwards =
  <Answer>(readAnew: () => Promise<unknown>, isSaved?: (answer: Answer) => boolean) =>
  (answer: Answer | undefined, failure: unknown): Promise<unknown> | undefined => {
    const reading = readAnew()
    if (failure !== null) return undefined
    const isOver = isSaved !== undefined && answer !== undefined && !isSaved(answer)
    return isOver ? undefined : reading
  }
