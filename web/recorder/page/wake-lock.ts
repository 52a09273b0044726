/**
 * Keeps the screen on until the returned function is called. Browsers release the wake lock when the page is hidden, so it is
 * requested again whenever the page comes back. Where it is missing or refused (a low battery) nothing else changes.
 */
export function keepAwake(): () => void {
  let sentinel: WakeLockSentinel | null = null
  let released = false

  const ask = async () => {
    if (released || document.visibilityState !== 'visible') return
    const granted = await navigator.wakeLock?.request('screen').catch(() => null)
    if (released) return granted?.release()
    if (!granted) return
    // Two requests may have overlapped: each grants a lock of its own, and one that is lost sight of is never released.
    sentinel?.release().catch(() => undefined)
    sentinel = granted
  }

  document.addEventListener('visibilitychange', ask)
  ask()

  return () => {
    released = true
    document.removeEventListener('visibilitychange', ask)
    sentinel?.release().catch(() => undefined)
  }
}
