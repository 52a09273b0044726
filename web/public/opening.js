// A browser does not ask again for a script that did not come, as while the server is replaced. Until the app has begun, its
// page is opened anew, three times.
const key = 'kinora.opening'
const hasBegun = () => document.getElementById('opening') === null
/** A picture for the tab that did not come is no reason. */
const isNeeded = (part) =>
  part instanceof HTMLScriptElement ||
  (part instanceof HTMLLinkElement && /stylesheet|modulepreload/.test(part.rel))

addEventListener(
  'error',
  ({ target }) => {
    if (!isNeeded(target) || hasBegun()) return
    try {
      const tries = Number(sessionStorage.getItem(key) ?? 0) + 1
      if (tries > 3) return
      sessionStorage.setItem(key, String(tries))
      setTimeout(() => location.reload(), 500 * tries)
    } catch {
      // Where nothing can be counted, opening it anew could go on without an end.
    }
  },
  true,
)

// As soon as the page is read, without waiting for scripts that may never come.
document.addEventListener(
  'readystatechange',
  () => {
    const again = document.createElement('button')
    again.textContent = 'Load it again'
    again.onclick = () => location.reload()
    document.getElementById('opening')?.append(again)
  },
  { once: true },
)

setTimeout(() => {
  try {
    if (hasBegun()) sessionStorage.removeItem(key)
  } catch {
    // Nothing was counted.
  }
}, 10_000)
