/** Does the same for each of many. A failure is reported through `failed` and left to the next run; the others go on. */
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
