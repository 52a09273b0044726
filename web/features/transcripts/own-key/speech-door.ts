import { limits } from '#contract/limits.ts'
import { googleSpeechOrigin } from '#contract/speech-door.ts'

/* The only script of Kinora that connects to another host, and it can connect to Google's speech service alone. It is a worker whose
   file the server sends with a Content-Security-Policy of its own, while every page may connect to this server only
   (docs/decisions/049). */

export type DoorAsked = { key: string; body: string }
/** null if there was no answer at all. */
export type DoorAnswer = { status: number; statusText: string; text: string } | null

/** How long Google may take to transcribe a piece of 55 seconds. */
const PATIENCE_MS = 90_000

self.onmessage = async ({ data }: MessageEvent<DoorAsked>) => {
  self.postMessage(await ask(data))
  self.close()
}

async function ask({ key, body }: DoorAsked): Promise<DoorAnswer> {
  try {
    const response = await fetch(`${googleSpeechOrigin}/v1/speech:recognize?key=${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = (await response.text()).slice(0, limits.googleAnswerBytes + 1)
    return { status: response.status, statusText: response.statusText, text }
  } catch {
    return null
  }
}
