import { hearLive } from '../../lib/live.ts'
import { client } from '../../lib/rpc.ts'
import type { CaptionEvents } from './caption-events.ts'
import { keepAsking } from './keep-asking.ts'

export type EngineListening = {
  userId: string
  /** By which name the server knows the recording under way. */
  recordingId: () => Promise<string | null>
  /** Where on the story's clock that recording begins. */
  beginsAtMs: number
}

/**
 * What the engine of this Kinora hears of the recording under way, until the returned function is called: the page asks
 * again and again, the words come by the live stream. The device that records does nothing more for it than to ask.
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
