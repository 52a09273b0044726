import { CaptureFailure } from '../failures.ts'

const prefix = 'kinora.recording.'

/** Makes sure that of several tabs one at most works on a recording. The browser frees the locks of a dead tab. */
export type RecordingLocks = {
  /** Does the work while holding the recording. Resolves to false, without doing it, when another tab holds it. */
  holding: (recordingId: string, work: () => Promise<void>) => Promise<boolean>
  /** The recordings that some tab of this browser works on just now. */
  held: () => Promise<Set<string>>
  /** Resolves as soon as no tab holds it, also because the tab died. Rejects when the signal aborts. */
  free: (recordingId: string, signal: AbortSignal) => Promise<void>
}

/**
 * A browser without locks, one that is very old or at an address without https, records nothing: two tabs would take each
 * other's recording for an unfinished one. So nothing is held there, and `holding` rejects with `CaptureFailure`.
 */
export function createRecordingLocks(): RecordingLocks {
  if (!navigator.locks) {
    return {
      holding: async () => {
        throw new CaptureFailure(window.isSecureContext ? 'unsupported' : 'insecure')
      },
      held: async () => new Set(),
      free: async () => undefined,
    }
  }
  return {
    holding: (recordingId, work) =>
      navigator.locks.request(`${prefix}${recordingId}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false
        await work()
        return true
      }),
    async held() {
      const { held = [] } = await navigator.locks.query()
      // Shared ones belong to tabs that only waited for it to be free.
      const names = held.flatMap(({ name = '', mode }) => (mode === 'exclusive' ? [name] : []))
      return new Set(names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
    },
    free: (recordingId, signal) =>
      navigator.locks.request(`${prefix}${recordingId}`, { mode: 'shared', signal }, async () => undefined),
  }
}
