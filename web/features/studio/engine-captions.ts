import { situationOf } from '../../lib/errors.ts'
import { hearLive } from '../../lib/live.ts'
import { client } from '../../lib/rpc.ts'
import type { CaptionEvents } from './caption-events.ts'

/** A window is taken when there is something to hear; asking costs next to nothing. */
const askEachMs = 3_000

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
  let asked: string | null = null

  hearLive(userId, ended.signal, (event) => {
    if (event.type !== 'captions' || event.recordingId !== asked || ended.signal.aborted) return
    if (event.text !== '') line({ atMs: beginsAtMs + event.startMs, text: event.text })
    if (event.trouble === null) return
    stop()
    trouble(event.trouble === 'HOURS_USED_UP' ? 'hours' : 'engine')
  })

  const ask = async () => {
    asked = await recordingId()
    if (asked === null || ended.signal.aborted) return
    try {
      const { isListening } = await client.captions.listen({ id: asked })
      if (ended.signal.aborted) return
      waiting(false)
      if (isListening) return
      stop()
      trouble('form')
    } catch (error) {
      if (ended.signal.aborted) return
      // The recording itself has yet to arrive.
      if (situationOf(error) !== 'NOT_FOUND') waiting(true)
    }
  }
  const timer = setInterval(ask, askEachMs)
  ended.signal.addEventListener('abort', () => clearInterval(timer))
  return stop
}
