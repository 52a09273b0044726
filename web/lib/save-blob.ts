/** Saves a file under this name where the browser keeps downloads. */
export function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads a small file at once; Safari reads the URL of a large one a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The same for a text, saved as UTF-8. */
export function saveText(fileName: string, type: string, text: string): void {
  saveBlob(fileName, new Blob([text], { type }))
}
