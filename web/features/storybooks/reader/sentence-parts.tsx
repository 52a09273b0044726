import type { KeyboardEvent } from 'react'
import { cn } from '../../../ui/cn.ts'
import type { BookVoicePlayer } from './use-book-voice.ts'
import type { PassagePart } from './voice-queue.ts'

export type SentencePartsProps = {
  parts: readonly PassagePart[]
  voice: Pick<BookVoicePlayer, 'passageId' | 'failed' | 'stop'>
  onHear: (key: string) => void
}

/** Sentences that form a paragraph; a tap on one plays it. */
export function SentenceParts({ parts, voice, onHear }: SentencePartsProps) {
  return parts.map((part, at) => (
    <span key={part.key}>
      {needsSpace(parts[at - 1], part) ? ' ' : null}
      {part.voices.length > 0 ? (
        <HeardSentence
          text={part.text}
          isHeard={voice.passageId === part.key && !voice.failed}
          onToggle={() => (voice.passageId === part.key ? voice.stop() : onHear(part.key))}
        />
      ) : (
        part.text
      )}
    </span>
  ))
}

type HeardSentenceProps = { text: string; isHeard: boolean; onToggle: () => void }

function HeardSentence({ text, isHeard, onToggle }: HeardSentenceProps) {
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onToggle()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button is a box of its own and does not wrap with the text around it
    <span
      role="button"
      tabIndex={0}
      aria-pressed={isHeard}
      title={isHeard ? 'Stop' : 'Hear this'}
      data-spoken={isHeard || undefined}
      onClick={onToggle}
      onKeyDown={byKey}
      className={cn(
        'cursor-pointer scroll-mt-36 scroll-mb-28 rounded-[4px] decoration-primary decoration-2 underline-offset-4 hover:underline focus-visible:underline',
        isHeard && 'bg-primary/25',
      )}
    >
      {text}
    </span>
  )
}

/** Stretches of a transcript are joined with spaces; written text already has spaces between its sentences. */
const needsSpace = (before: PassagePart | undefined, { key }: PassagePart) =>
  before !== undefined && key.includes('.said.')
