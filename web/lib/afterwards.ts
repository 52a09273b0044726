/**
 * Makes an `onSettled` for a mutation that refetches the answers it changes. After a success, the mutation stays pending until they have
 * arrived, so that the old state is never shown once more. After a failure it settles at once: the person is told, and wants to try
 * again or to leave.
 *
 * @param isSaved whether an answer means that the change was saved, for calls that may also answer that others changed the same thing
 */
export const afterwards =
  <Answer>(readAnew: () => Promise<unknown>, isSaved?: (answer: Answer) => boolean) =>
  (answer: Answer | undefined, failure: unknown): Promise<unknown> | undefined => {
    const reading = readAnew()
    if (failure !== null) return undefined
    const isOver = isSaved !== undefined && answer !== undefined && !isSaved(answer)
    return isOver ? undefined : reading
  }
