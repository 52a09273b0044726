/** The codes as a small letter to oneself, for a file or a sheet of paper. */
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

/** Prints the text alone, from a frame of its own: the page around it stays off the paper. */
export function printCodes(text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
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
