// A script that did not come, because the server was just being replaced, leaves an empty page for good: a browser does not
// ask for it again. While the app has not begun its page is opened anew, three times; its own words say what to do then.
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

// As soon as the page is read: what waits for its scripts as well would wait for one that never comes.
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
