/** Hands a text to the person as a file of their own. */
export function saveFile(fileName: string, mimeType: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: mimeType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken the file by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
