import { hearLive } from '../../lib/live.ts'
import { client } from '../../lib/rpc.ts'
import type { CaptionEvents } from './caption-events.ts'
import { keepAsking } from './keep-asking.ts'

export type EngineListening = {
  userId: string
  /** The id under which the server knows the recording under way; null while it has none. */
  recordingId: () => Promise<string | null>
  /** Where that recording begins on the story's clock, in milliseconds. */
  beginsAtMs: number
}

/**
 * Captions from this Kinora's engine for the recording under way, until the returned function is called. The page asks for
 * them again and again, and the words come over the live stream; that is all that the recording device does for it.
 */
export function hearByEngine(
  { line, trouble, waiting }: CaptionEvents,
  { userId, recordingId, beginsAtMs }: EngineListening,
): () => void {
  const ended = new AbortController()
  const stop = () => ended.abort()
  const asked = keepAsking(
    {
      recordingId,
      ask: (id, signal) => client.captions.listen({ id }, { signal }),
      waiting,
      refused: () => {
        stop()
        trouble('form')
      },
    },
    ended.signal,
  )

  hearLive(userId, ended.signal, (event) => {
    if (event.type !== 'captions' || event.recordingId !== asked() || ended.signal.aborted) return
    if (event.text !== '') line({ atMs: beginsAtMs + event.startMs, text: event.text })
    if (event.trouble === null) return
    stop()
    trouble(event.trouble === 'HOURS_USED_UP' ? 'hours' : 'engine')
  })
  return stop
}
