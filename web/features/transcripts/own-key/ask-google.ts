import { type GoogleAnswerSent, type GoogleRequest, googleAnswer } from '#contract/google-speech.ts'
import { limits } from '#contract/limits.ts'
import type { OwnKeyFailure } from '#contract/own-key.ts'
import { speechRefusal } from '#contract/speech-refusal.ts'
import type { DoorAnswer, DoorAsked } from './speech-door.ts'

/** Why Google sent no transcript: the code for our server, and the message that the person reads. */
export class GoogleFailure extends Error {
  readonly code: OwnKeyFailure
  constructor(code: OwnKeyFailure, reason: string) {
    super(`Google Speech API error: ${reason}`)
    this.code = code
  }
}

export const noTranscript = () => new GoogleFailure('NONSENSE', 'it answered something that is no transcript')

/** Pauses before the retries: a hiccup is over after a second, an overloaded service needs longer. */
const WAITS_MS = [1_000, 4_000]
const passing = new Set<OwnKeyFailure>(['UNREACHABLE', 'TIMED_OUT', 'RATE_LIMITED', 'ENGINE_FAILED'])

/**
 * Sends a piece to Google, and repeats that after a passing failure.
 * @throws GoogleFailure
 */
export async function askGoogle(
  key: string,
  request: GoogleRequest,
  ask: (asked: DoorAsked) => Promise<DoorAnswer> = throughDoor,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<GoogleAnswerSent> {
  const asked = { key, body: JSON.stringify(request) }
  for (const waitMs of WAITS_MS) {
    try {
      return readAnswer(await ask(asked))
    } catch (error) {
      if (!(error instanceof GoogleFailure) || !passing.has(error.code)) throw error
      await pause(waitMs)
    }
  }
  return readAnswer(await ask(asked))
}

function readAnswer(answer: DoorAnswer): GoogleAnswerSent {
  if (answer === null) throw new GoogleFailure('UNREACHABLE', 'it could not be reached')
  const { status, statusText, text } = answer
  // HTTP/2 has no reason phrases, so `statusText` is empty there.
  if (status !== 200) throw new GoogleFailure(speechRefusal(status, text), statusText || statusWords(status))

  const said = text.length > limits.googleAnswerBytes ? undefined : parsed(text)
  if (!isAnswer(said)) throw noTranscript()
  return said
}

const known: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
const statusWords = (status: number) => known[status] ?? String(status)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isAnswer(said: unknown): said is GoogleAnswerSent {
  return googleAnswer.safeParse(said).success
}

/** Uses a new worker for each piece, so that no copy of the key outlives the request. */
function throughDoor(asked: DoorAsked): Promise<DoorAnswer> {
  const door = new Worker(new URL('./speech-door.ts', import.meta.url), {
    type: 'module',
    name: 'speech-door',
  })
  return new Promise<DoorAnswer>((resolve) => {
    door.onmessage = ({ data }: MessageEvent<DoorAnswer>) => resolve(data)
    door.onerror = () => resolve(null)
    door.postMessage(asked)
  }).finally(() => door.terminate())
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
