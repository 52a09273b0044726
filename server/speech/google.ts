import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { googleAnswer } from '#contract/google-speech.ts'
import { googleSpeechOrigin } from '#contract/speech-door.ts'
import { type Asking, askEngine, readAnswer } from './ask-engine.ts'
import { googleLimits, googleRequestFor, recognitionOf } from './google-messages.ts'
import type { Recogniser, Recognition, SpeechPiece } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

export type GoogleSettings = {
  url?: string | undefined
  key: string
  model?: string | undefined
  /** Uses `longrunningrecognize`, which the quotas of some projects prefer, and polls until the operation is done. */
  longRunning: boolean
  timeoutMs: number
}

/** The longest sound that Google takes within a request (https://cloud.google.com/speech-to-text/quotas). */
const INLINE_MS_MAX = 60_000
const LOOK_AGAIN_MS = 1_500

const operation = z.object({
  name: z.string().min(1),
  done: z.boolean().default(false),
  error: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
  response: z.unknown().optional(),
})

/** Google Cloud Speech-to-Text v1, over REST with an API key. */
export class GoogleRecogniser implements Recogniser {
  readonly name = 'google'
  readonly label: string
  readonly limits = googleLimits
  readonly #settings: GoogleSettings
  readonly #lookAgainMs: number

  constructor(settings: GoogleSettings, lookAgainMs = LOOK_AGAIN_MS) {
    this.#settings = settings
    this.#lookAgainMs = lookAgainMs
    this.label = settings.model ? `Google Speech (${settings.model})` : 'Google Speech'
  }

  async recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition> {
    if (piece.endMs - piece.startMs > INLINE_MS_MAX || piece.audio.length > this.limits.pieceBytesMax) {
      throw new SpeechFailure('REQUEST_REFUSED', 'Google takes at most 60 seconds and 10 MB at a time')
    }

    const body = JSON.stringify(googleRequestFor(piece, this.#settings.model))
    const asking = { signal, timeoutMs: this.#settings.timeoutMs }
    const answer = this.#settings.longRunning
      ? await this.#recogniseLater(body, asking)
      : await this.#ask('v1/speech:recognize', asking, body)

    return recognitionOf(readAnswer(googleAnswer, answer), piece)
  }

  async #recogniseLater(body: string, asking: Asking): Promise<unknown> {
    const started = readAnswer(operation, await this.#ask('v1/speech:longrunningrecognize', asking, body))
    const giveUpAt = performance.now() + asking.timeoutMs
    let state = started
    while (!state.done) {
      if (performance.now() > giveUpAt) throw new SpeechFailure('TIMED_OUT', 'the operation does not end')
      await sleep(this.#lookAgainMs, undefined, { signal: asking.signal }).catch((cause: unknown) => {
        throw new SpeechFailure('ABORTED', 'stopped with its job', { cause })
      })
      const path = `v1/operations/${encodeURIComponent(started.name)}`
      state = readAnswer(operation, await this.#ask(path, asking))
    }
    if (state.error) throw new SpeechFailure('ENGINE_FAILED', state.error.message ?? 'the operation failed')
    return state.response ?? {}
  }

  #ask(path: string, asking: Asking, body?: string): Promise<unknown> {
    const { url = googleSpeechOrigin, key } = this.#settings
    const init =
      body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    return askEngine(`${url}/${path}?key=${encodeURIComponent(key)}`, init, asking)
  }
}
