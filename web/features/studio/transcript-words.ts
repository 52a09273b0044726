import type { SpeechEngine } from '#contract/transcripts.ts'
import type { CaptionSource } from './caption-events.ts'

export type TranscriptPlan = {
  /** Live captions are on. */
  captions: boolean
  /** Live captions are possible, by the browser or by the engine. */
  possible: boolean
  /** undefined until the server has said. */
  engine: SpeechEngine | null | undefined
  /** Whether recordings of this session are to be transcribed. */
  transcribe: boolean
  /** This tab has a Google key of the person's own. */
  hasKey: boolean
}

/**
 * Says what writes the captions, and where the sound goes for it.
 * @param isHeardAfterwards an engine could write captions, but the recording's format can only be transcribed as a whole
 */
export function captionHint(
  source: CaptionSource,
  engine: SpeechEngine | null | undefined,
  isHeardAfterwards = false,
): string {
  switch (source) {
    case 'browser':
      return 'Your browser writes along while you record. Its maker’s service may do the listening. Only to read along: they are not kept.'
    case 'engine':
      return `${engine?.label ?? 'This Kinora'} writes along while you record, some seconds behind. Only to read along: they are not kept, and use up no hours of your plan.`
    case null:
      if (isHeardAfterwards)
        return 'This browser records in a form (MP4) that is only heard whole: nothing is written along. The transcript comes after the recording.'
      return 'This browser cannot write along. Chrome, Edge and Safari can.'
  }
}

/** What becomes of the spoken words in this session; promises nothing that is not kept. */
export function transcriptSentences(plan: TranscriptPlan): string[] {
  const during = plan.captions ? ['Transcription will appear here during recording...'] : []
  return [...during, ...afterwards(plan)]
}

function afterwards({ captions, possible, engine, transcribe, hasKey }: TranscriptPlan): string[] {
  if (engine === undefined) return []
  if (engine === null) {
    if (hasKey && transcribe) {
      return [
        'The transcript that is kept comes after the recording: Google writes it with your own key, while this tab stays open.',
      ]
    }
    const kept =
      'A transcript that is kept needs speech recognition on this Kinora. Whoever looks after it can set that up.'
    const along = captions || possible ? [] : ['This browser cannot write along.']
    return [...along, kept]
  }
  return transcribe
    ? [
        `The transcript that is kept comes after the recording: ${engine.label} writes it, and you find it with the story.`,
      ]
    : [
        'Auto-transcription is off for this session. A transcript can still be asked for with the story later.',
      ]
}
