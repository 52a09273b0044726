/** Copies a text to the clipboard. Resolves to whether it is there now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyAsMenusDo(text)
  }
}

/** Copies as the browser's own menu does: the only way at an address without https, where pages have no `navigator.clipboard`. */
function copyAsMenusDo(text: string): boolean {
  let given = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    given = true
  }
  // In the capture phase, so that it runs before any copy handler of the page.
  document.addEventListener('copy', give, { capture: true, once: true })
  const done = document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return done && given
}
