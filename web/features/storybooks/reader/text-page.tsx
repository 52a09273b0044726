import { LoaderCircle, Square, Volume2 } from 'lucide-react'
import type { PageContent, Passage } from '#contract/book-pages.ts'
import { cn } from '../../../ui/cn.ts'
import { firstWordsOf } from './first-words.ts'
import { SentenceParts } from './sentence-parts.tsx'
import type { BookVoicePlayer } from './use-book-voice.ts'
import { isWritten, partsOf } from './voice-queue.ts'

export type TextPageProps = {
  content: Extract<PageContent, { kind: 'text' }>
  /** Shows the transcript word for word instead of the written text. */
  verbatim: boolean
  voice: Pick<BookVoicePlayer, 'passageId' | 'isLoading' | 'failed' | 'stop'>
  onHear: (key: string) => void
}

/** Props for reading without sound, as on paper. */
export const inSilence: Omit<TextPageProps, 'content'> = {
  verbatim: false,
  voice: { passageId: null, isLoading: false, failed: false, stop: () => {} },
  onHear: () => {},
}

/** A page of text; a tap on a passage plays it. */
export function TextPage({ content, verbatim, voice, onHear }: TextPageProps) {
  return (
    <div data-first-words="" className="flex flex-col gap-4">
      {content.passages.map((passage) => (
        <PassageView key={passage.id} passage={passage} verbatim={verbatim} voice={voice} onHear={onHear} />
      ))}
    </div>
  )
}

type PassageViewProps = { passage: Passage } & Omit<TextPageProps, 'content'>

function PassageView({ passage, verbatim, voice, onHear }: PassageViewProps) {
  const isHeard = voice.passageId === passage.id
  const bySentence = isWritten(passage)
  const text = verbatim ? (passage.verbatim ?? passage.text) : passage.text
  return (
    <div className={cn('group/passage relative', passage.kind === 'quote' && 'mb-2')}>
      {passage.speaker ? (
        <p dir="auto" className="mb-1 font-sans text-sm font-semibold text-muted">
          {passage.speaker}
        </p>
      ) : null}
      <p
        dir="auto"
        data-spoken={(isHeard && !voice.failed) || undefined}
        className={cn(
          'scroll-mt-36 scroll-mb-28 rounded-[6px] font-story whitespace-pre-line wrap-anywhere transition-colors',
          passage.kind === 'question' && 'italic text-muted',
          passage.kind === 'quote' && 'border-s-4 border-primary ps-4 text-lg leading-snug font-semibold',
          isHeard && !voice.failed && 'bg-primary/25',
        )}
      >
        {bySentence ? (
          <SentenceParts parts={partsOf(passage, verbatim)} voice={voice} onHear={onHear} />
        ) : (
          text
        )}
      </p>
      {passage.voice && !bySentence ? (
        <button
          type="button"
          aria-label={isHeard ? 'Stop' : `Hear: ${firstWordsOf(text)}`}
          onClick={() => (isHeard ? voice.stop() : onHear(passage.id))}
          className="absolute -inset-y-1 -start-2 -end-7 flex items-start justify-end rounded-[8px] text-leaf sm:-end-9"
        >
          <span className="mt-1 flex size-7 items-center justify-center opacity-0 transition-opacity group-focus-within/passage:opacity-100 group-hover/passage:opacity-100 pointer-coarse:opacity-70">
            <VoiceSign isHeard={isHeard} isLoading={voice.isLoading} />
          </span>
        </button>
      ) : null}
    </div>
  )
}

function VoiceSign({ isHeard, isLoading }: { isHeard: boolean; isLoading: boolean }) {
  if (isHeard && isLoading)
    return <LoaderCircle size={18} className="motion-safe:animate-spin" aria-hidden="true" />
  if (isHeard) return <Square size={16} fill="currentColor" aria-hidden="true" />
  return <Volume2 size={18} aria-hidden="true" />
}
