/** How often sending is retried: a server that restarts is back within this. */
const AGAIN_MS = 15_000

/**
 * Does the work now, every few seconds and whenever the network comes back, for as long as the page is open. Work that fails is tried
 * again the next time; work that has nothing to do any more costs nothing.
 * @returns a function that ends it
 */
export function keepTrying(work: () => Promise<unknown>): () => void {
  const tryOnce = () => {
    work().catch(() => undefined)
  }
  tryOnce()
  const timer = setInterval(tryOnce, AGAIN_MS)
  window.addEventListener('online', tryOnce)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', tryOnce)
  }
}
