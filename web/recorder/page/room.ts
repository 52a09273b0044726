/** Asks the browser not to clear this site's data when the device runs short of space. Resolves to whether it agreed. */
export async function askToPersist(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}

/** How many more bytes this site may store on the device, or null when the browser does not tell. */
export async function roomOnDevice(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
  } catch {
    return null
  }
}
