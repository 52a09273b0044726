/** Puts a text on the clipboard, and tells whether it is there now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyAsMenusDo(text)
  }
}

/** As the browser's own menu copies: the one way at an address without https, where pages have no `navigator.clipboard`. */
function copyAsMenusDo(text: string): boolean {
  let given = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    given = true
  }
  // Before whatever the page itself does when something is copied.
  document.addEventListener('copy', give, { capture: true, once: true })
  const done = document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return done && given
}
