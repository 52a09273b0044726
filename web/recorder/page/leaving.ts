/** Has the browser ask before the page is closed while `isUnsafe` says so. Returns the way to stop. */
export function warnBeforeLeaving(isUnsafe: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (isUnsafe()) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
