import { situationOf } from '../../lib/errors.ts'

/** A window is taken when there is something to hear; asking costs next to nothing. */
const askEachMs = 3_000
/** A network that takes everything and answers nothing is told of as one that is away. */
const patienceMs = 10_000

export type Asking = {
  /** By which name the server knows the recording under way; null while it has none. */
  recordingId: () => Promise<string | null>
  ask: (id: string, signal: AbortSignal) => Promise<{ isListening: boolean }>
  /** Whether the server cannot be reached just now. */
  waiting: (isWaiting: boolean) => void
  /** The server was reached, and does not listen to this recording. */
  refused: () => void
}

/**
 * Asks for a recording under way to be heard, again and again until the signal aborts: once an answer is there, and not
 * while one is waited for.
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
      // Where the recording itself has yet to arrive, the server has been reached.
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
