import { hear } from '../../lib/speech-recognition.ts'
import type { CaptionEvents } from './caption-events.ts'

/** Captions from the browser's own speech recognition, until the returned function is called. */
export function hearByBrowser({ line, interim, trouble }: CaptionEvents, now: () => number): () => void {
  try {
    const hearing = hear({
      keepOn: true,
      heard: (words) => {
        if (words.final !== '') line({ atMs: now(), text: words.final })
        interim(words.interim)
      },
      problem: (problem) => trouble(problem),
      ended: () => interim(''),
    })
    return () => hearing.stop()
  } catch {
    trouble('failed')
    return () => undefined
  }
}
