/** In how many parts a wait is counted. */
const PARTS = 10

/**
 * Calls `then` once this process has waited for so long. The time is counted in parts, each of which counts once: a machine that
 * stood still has not waited, as its first timer comes before anything that happened meanwhile is read, and whoever is waited for on
 * the same machine stood still, too.
 * @returns what ends the wait
 */
export function whenWaited(ms: number, then: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (partsLeft: number): void => {
    timer = setTimeout(() => (partsLeft > 1 ? wait(partsLeft - 1) : then()), ms / PARTS)
  }
  wait(PARTS)
  return () => clearTimeout(timer)
}
