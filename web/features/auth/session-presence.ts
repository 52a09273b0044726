import { auth } from './auth-client.ts'

/** Returning to a tab asks at most this often; a visible tab asks every two minutes. */
const shortestGapMs = 5_000
const whileInViewMs = 120_000

/**
 * Asks the service now and then whether this device's session still exists, because an access token stays valid for a
 * while after the session was ended on another device. If the session is gone, the client forgets it and fires
 * SIGNED_OUT; if there is no answer, nothing changes. Returns a function that stops the asking.
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
  // A session that could not be renewed offline is renewed as soon as there is a network.
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
