/** The recovery codes as a short text, for a file or a sheet of paper. */
export function codesAsText(codes: string[], account: string): string {
  const lines = [
    `Recovery codes for ${account}`,
    `at ${window.location.origin}`,
    'Each works once in place of your second factor.',
    '',
    ...codes,
  ]
  return `${lines.join('\n')}\n`
}

/** Prints only the text, from an iframe of its own, so that the surrounding page is not printed. */
export function printCodes(text: string): void {
  const frame = document.createElement('iframe')
  // Not `hidden`: Firefox prints nothing of a frame that is not laid out.
  Object.assign(frame.style, {
    position: 'fixed',
    bottom: '0',
    width: '1px',
    height: '1px',
    border: '0',
    opacity: '0',
  })
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  document.body.append(frame)
  const page = frame.contentDocument
  if (page === null) return

  const sheet = page.createElement('pre')
  sheet.textContent = text
  sheet.style.font = '16pt/1.6 monospace'
  page.body.append(sheet)
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
