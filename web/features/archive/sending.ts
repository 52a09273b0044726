import { sentenceOf } from '../../lib/errors.ts'
import { createStore } from '../../lib/store.ts'
import { registerTabWork } from '../../lib/under-way.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { sendArchive } from './send-archive.ts'

/** The archive on its way from this tab, and why the one before did not arrive. */
export type Sending = {
  underWay: { name: string; sentBytes: number; sizeBytes: number } | null
  problem: string | null
}

const idle: Sending = { underWay: null, problem: null }

const sending = createStore(idle)
let stop = new AbortController()

/** What this tab sends; it goes on while somebody looks at other pages. */
export function useSending(): Sending {
  return useWatched(sending)
}

/** Sends an archive, one at a time. Resolves when it has arrived, or will not. */
export async function beginSending(file: File): Promise<void> {
  if (sending.get().underWay) return
  stop = new AbortController()
  const { signal } = stop
  const movedTo = (sentBytes: number) =>
    sending.set({ underWay: { name: file.name, sentBytes, sizeBytes: file.size }, problem: null })
  movedTo(0)
  try {
    await sendArchive(file, { signal, onProgress: movedTo })
    sending.set(idle)
  } catch (error) {
    // Another one may have begun since this one was stopped.
    if (stop.signal === signal)
      sending.set({ underWay: null, problem: signal.aborted ? null : sentenceOf(error) })
  }
}

/** What has arrived stays, so that the same file can go on from there. */
export function stopSending(): void {
  stop.abort()
}

registerTabWork({
  tell: () => (sending.get().underWay ? 'an archive' : null),
  stop: () => {
    stop.abort()
    sending.set(idle)
  },
})
