/** What is asked for while it is being done is not begun once more: whoever asks is answered when that ends. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
