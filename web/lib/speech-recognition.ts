/** The part of the browser's own speech recognition that is used here (https://webaudio.github.io/web-speech-api/). */
export type BrowserRecognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: RecognitionResultEvent) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  abort: () => void
}

type RecognitionResultEvent = {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}

/** denied: the person or the browser does not allow the microphone. failed: everything else. */
export type HearingProblem = 'denied' | 'failed'

export type HearingEvents = {
  /** What was understood: `final` is settled, `interim` replaces the interim words before it. */
  heard: (words: { final: string; interim: string }) => void
  problem: (problem: HearingProblem) => void
  /** The recognition has ended: by `stop`, after a problem, or by itself. */
  ended: () => void
}

export type Hearing = { stop: () => void }

declare global {
  interface Window {
    SpeechRecognition?: new () => BrowserRecognition
    webkitSpeechRecognition?: new () => BrowserRecognition
  }
}

/** Errors that do not matter: silence, and an abort of our own. */
const noTrouble = new Set(['no-speech', 'aborted'])
const denials = new Set(['not-allowed', 'service-not-allowed'])

/** Whether this browser can turn speech into text by itself. */
export function canHear(): boolean {
  return recognitionOf() !== undefined
}

/**
 * Listens until stopped. Browsers end a recognition after some silence; with `keepOn` it is then started again.
 * @throws where the browser has no recognition, or it cannot be started
 */
export function hear({ keepOn = false, ...events }: HearingEvents & { keepOn?: boolean }): Hearing {
  const Recognition = recognitionOf()
  if (Recognition === undefined) throw new Error('this browser has no speech recognition')

  const recognition = new Recognition()
  let wanted = true
  recognition.lang = navigator.language
  recognition.continuous = true
  recognition.interimResults = true
  recognition.onresult = ({ results, resultIndex }) => {
    const all = Array.from(results)
    const words = (isFinal: boolean, from: number) =>
      all
        .slice(from)
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0]?.transcript.trim() ?? '')
        .filter((text) => text !== '')
        .join(' ')
    // An event tells where the news begin. Unsettled words before that have not changed, but they are still the interim ones.
    events.heard({ final: words(true, resultIndex), interim: words(false, 0) })
  }
  recognition.onerror = ({ error }) => {
    if (noTrouble.has(error)) return
    wanted = false
    events.problem(denials.has(error) ? 'denied' : 'failed')
  }
  recognition.onend = () => {
    if (wanted && keepOn && restarted(recognition)) return
    // Whoever is not told would talk on, and wait for words.
    if (wanted && keepOn) events.problem('failed')
    wanted = false
    events.ended()
  }
  recognition.start()

  return {
    stop: () => {
      if (!wanted) return
      wanted = false
      recognition.abort()
    },
  }
}

function restarted(recognition: BrowserRecognition): boolean {
  try {
    recognition.start()
    return true
  } catch {
    return false
  }
}

function recognitionOf() {
  return window.SpeechRecognition ?? window.webkitSpeechRecognition
}
