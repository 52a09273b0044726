import { sentenceOf } from '../../lib/errors.ts'
import { createStore } from '../../lib/store.ts'
import { registerTabWork } from '../../lib/under-way.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { sendArchive } from './send-archive.ts'

/** The archive that this tab is uploading, and why the previous upload failed. */
export type Sending = {
  underWay: { name: string; sentBytes: number; sizeBytes: number } | null
  problem: string | null
}

const idle: Sending = { underWay: null, problem: null }

const sending = createStore(idle)
let stop = new AbortController()

/** The upload of this tab, which continues while the person is on other pages. */
export function useSending(): Sending {
  return useWatched(sending)
}

/** Uploads an archive, unless another upload is running. Resolves when it has arrived, failed or been stopped. */
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
    // After a stop another upload may have begun meanwhile, whose state must not be overwritten.
    if (stop.signal === signal)
      sending.set({ underWay: null, problem: signal.aborted ? null : sentenceOf(error) })
  }
}

/** Stops the upload. What has arrived stays on the server, so that the same file can resume from there. */
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
