const prefix = 'kinora.recording.'

/** Makes sure that of several tabs one at most works on a recording. The browser frees the locks of a dead tab. */
export type RecordingLocks = {
  /** Does the work while holding the recording. Resolves to false, without doing it, when another tab holds it. */
  holding: (recordingId: string, work: () => Promise<void>) => Promise<boolean>
  /** The recordings that some tab of this browser works on just now. */
  held: () => Promise<Set<string>>
}

export function createRecordingLocks(): RecordingLocks {
  return {
    holding: (recordingId, work) =>
      navigator.locks.request(`${prefix}${recordingId}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false
        await work()
        return true
      }),
    async held() {
      const { held = [] } = await navigator.locks.query()
      const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []))
      return new Set(names)
    },
  }
}
