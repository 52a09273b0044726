import { auth } from './auth-client.ts'

/** Coming back to a tab asks at most this often; a tab that stays in view asks every few minutes. */
const shortestGapMs = 5_000
const whileInViewMs = 120_000

/**
 * Asks the service now and then whether this device's session still exists: an access token goes on being valid for
 * a while after its session was ended on another device. The client forgets a session that is gone and says so by
 * its SIGNED_OUT event; no answer changes nothing. Returns what stops the asking.
 */
export function askWhetherSessionGoesOn(): () => void {
  let asked = performance.now()

  const ask = async () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < shortestGapMs) return
    asked = performance.now()
    const { data } = await auth.getSession()
    if (data.session !== null) await auth.getUser()
  }

  const timer = setInterval(ask, whileInViewMs)
  // A session that could not be renewed without a network is renewed as soon as there is one.
  const askAgain = () => {
    asked = -shortestGapMs
    return ask()
  }
  window.addEventListener('focus', ask)
  window.addEventListener('online', askAgain)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    window.removeEventListener('focus', ask)
    window.removeEventListener('online', askAgain)
    document.removeEventListener('visibilitychange', ask)
  }
}
