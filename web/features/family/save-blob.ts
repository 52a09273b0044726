/** Hands a file to whoever asked for it. */
export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has begun by then; Safari reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
