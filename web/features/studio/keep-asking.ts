import { situationOf } from '../../lib/errors.ts'

/** The server transcribes a window only when there is something to hear; asking costs next to nothing. */
const askEachMs = 3_000
/** A network that accepts requests but never answers counts as absent after this long. */
const patienceMs = 10_000

export type Asking = {
  /** The id under which the server knows the recording under way; null while it has none. */
  recordingId: () => Promise<string | null>
  ask: (id: string, signal: AbortSignal) => Promise<{ isListening: boolean }>
  /** Told whether the server cannot be reached at present. */
  waiting: (isWaiting: boolean) => void
  /** Called when the server was reached but does not listen to this recording. */
  refused: () => void
}

/**
 * Asks for the recording under way to be transcribed, again and again until the signal aborts. The next request is sent a while after
 * the answer to the last, never while one is pending.
 * @returns the id that was asked for last
 */
export function keepAsking({ recordingId, ask, waiting, refused }: Asking, signal: AbortSignal) {
  let asked: string | null = null

  const askOnce = async () => {
    asked = await recordingId()
    if (asked === null || signal.aborted) return
    try {
      const { isListening } = await ask(asked, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
      if (signal.aborted) return
      waiting(false)
      if (!isListening) refused()
    } catch (error) {
      // NOT_FOUND means that the recording has yet to arrive, but the server was reached.
      if (!signal.aborted) waiting(situationOf(error) !== 'NOT_FOUND')
    }
  }
  let timer: ReturnType<typeof setTimeout>
  const askLater = () => {
    if (signal.aborted) return
    timer = setTimeout(() => askOnce().then(askLater), askEachMs)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  askLater()
  return () => asked
}
