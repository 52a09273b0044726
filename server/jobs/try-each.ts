/** Does the same for each of many. What fails for one is told, and left to the next run: the others do not wait for it. */
export async function tryEach<One>(
  many: readonly One[],
  work: (one: One) => Promise<unknown>,
  failed: (err: unknown, one: One) => void,
): Promise<void> {
  for (const one of many) {
    try {
      await work(one)
    } catch (error) {
      failed(error, one)
    }
  }
}
