import type { Page } from '@playwright/test'

/**
 * Stands in for the browser's own speech recognition, which a browser without a screen lacks: the documented events of the Web
 * Speech API, triggered by the test.
 */
export async function standInForSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const listening = new Set<StandIn>()
    class StandIn {
      onresult: ((event: unknown) => void) | null = null
      onerror: ((event: { error: string }) => void) | null = null
      onend: (() => void) | null = null
      start() {
        if (window.refuseToHear === 'start') throw new DOMException('busy', 'InvalidStateError')
        listening.add(this)
        const error = window.refuseToHear
        if (error) setTimeout(() => this.fail(error))
      }
      abort() {
        listening.delete(this)
        setTimeout(() => this.onend?.())
      }
      fail(error: string) {
        this.onerror?.({ error })
        this.abort()
      }
    }
    Object.assign(window, { SpeechRecognition: StandIn, webkitSpeechRecognition: StandIn })
    window.sayWords = (transcript, isFinal) => {
      const results = [Object.assign([{ transcript }], { isFinal })]
      for (const one of listening) one.onresult?.({ resultIndex: 0, results })
      return listening.size
    }
  })
}

/** Makes the browser one without speech recognition. */
export async function withoutSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined })
  })
}

declare global {
  interface Window {
    /** Sends words to all listening recognisers, and returns how many there are. */
    sayWords: (transcript: string, isFinal: boolean) => number
    refuseToHear?: string | undefined
  }
}

/** Makes the stand-in hear words. Returns how many recognisers listened. */
export const say = (page: Page, words: string, isFinal: boolean) =>
  page.evaluate(([text, final]) => window.sayWords(text, final), [words, isFinal] as const)
