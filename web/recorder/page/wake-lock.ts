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
    if (released) await granted?.release()
    else sentinel = granted ?? null
  }

  document.addEventListener('visibilitychange', ask)
  ask()

  return () => {
    released = true
    document.removeEventListener('visibilitychange', ask)
    sentinel?.release().catch(() => undefined)
  }
}
