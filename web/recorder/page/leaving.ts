/** Makes the browser ask before the page is closed while `isUnsafe` returns true. Returns a function that stops this. */
export function warnBeforeLeaving(isUnsafe: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isUnsafe()) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
