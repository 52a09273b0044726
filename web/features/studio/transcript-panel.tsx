import { useEffect, useRef } from 'react'
import { useHasOwnSpeechKey } from '../../lib/own-speech-key.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { Switch } from '../../ui/switch.tsx'
import type { StudioSession } from './studio-session.ts'
import { captionHint, transcriptSentences } from './transcript-words.ts'
import type { LiveCaptions } from './use-live-captions.ts'
import { useSpeechEngine } from './use-speech-engine.ts'

/** Live captions where they are possible, and what becomes of the spoken words afterwards. */
export function TranscriptPanel({ session, captions }: { session: StudioSession; captions: LiveCaptions }) {
  const { transcribe } = useWatched(session.view)
  const engine = useSpeechEngine()
  const { source, wanted, setWanted, lines, interim, trouble, isWaiting, isHeardAfterwards } = captions
  const sentences = transcriptSentences({
    captions: wanted && trouble === null,
    possible: source !== null,
    engine,
    transcribe,
    hasKey: useHasOwnSpeechKey(),
  })
  const isEmpty = lines.length === 0 && interim === ''

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <Switch
        label="Live captions"
        hint={captionHint(source, engine, isHeardAfterwards)}
        checked={wanted}
        disabled={source === null}
        onCheckedChange={setWanted}
      />
      {trouble ? (
        <p role="alert" className="rounded-card bg-warn-tint p-4 text-warn">
          {trouble}
        </p>
      ) : null}
      {isWaiting && wanted && trouble === null ? (
        <p className="text-muted">The captions wait until Kinora can be reached. The recording goes on.</p>
      ) : null}
      {isEmpty ? null : <Captions lines={lines} interim={interim} />}
      <div className="flex flex-col gap-3 text-muted">
        {(isEmpty || trouble ? sentences : sentences.slice(1)).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}

/** Keeps the last words in sight. A screen reader does not speak them: it would talk into the recording. */
function Captions({ lines, interim }: Pick<LiveCaptions, 'lines' | 'interim'>) {
  const end = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must scroll at each new word
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [lines, interim])

  return (
    <ol aria-label="Live captions" className="flex flex-col gap-3 font-story">
      {lines.map(({ at, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
        <li key={index} className="flex gap-3">
          <span className="shrink-0 pt-0.5 text-sm font-bold text-leaf tabular-nums">{at}</span>
          <span dir="auto">{text}</span>
        </li>
      ))}
      <li ref={end} dir="auto" className="text-muted italic">
        {interim}
      </li>
    </ol>
  )
}
