import { CaptureFailure } from '../failures.ts'

const prefix = 'kinora.recording.'

/** Makes sure that at most one of several tabs works on a recording. The browser releases the locks of a dead tab. */
export type RecordingLocks = {
  /** Runs the work while holding the recording's lock. Resolves to false, without running it, when another tab holds the lock. */
  holding: (recordingId: string, work: () => Promise<void>) => Promise<boolean>
  /** The ids of the recordings that some tab of this browser is working on. */
  held: () => Promise<Set<string>>
  /** Resolves as soon as no tab holds the recording, which includes that tab's death. Rejects when the signal aborts. */
  free: (recordingId: string, signal: AbortSignal) => Promise<void>
}

/**
 * In a browser without Web Locks (very old, or at an address without https) nothing can be recorded: two tabs would take each
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
      // Shared locks belong to tabs that only waited for the recording to be free.
      const names = held.flatMap(({ name = '', mode }) => (mode === 'exclusive' ? [name] : []))
      return new Set(names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
    },
    free: (recordingId, signal) =>
      navigator.locks.request(`${prefix}${recordingId}`, { mode: 'shared', signal }, async () => undefined),
  }
}
