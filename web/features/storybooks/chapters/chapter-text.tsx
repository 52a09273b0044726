import { ArrowLeft, Check, X } from 'lucide-react'
import { useState } from 'react'
import type { BookChapter, ChapterParagraph } from '#contract/book-chapters.ts'
import { sentenceOf } from '../../../lib/errors.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { SentenceParts } from '../reader/sentence-parts.tsx'
import { type BookVoicePlayer, useBookVoice } from '../reader/use-book-voice.ts'
import type { HeardPassage, PassagePart } from '../reader/voice-queue.ts'
import { isNewest, mayTakeBack } from './deciding.ts'
import { heardPart, partsOfParagraph } from './paragraph-parts.ts'
import { useChapterText } from './use-chapters.ts'
import { remarksOf } from './words.ts'

export type ChapterTextProps = {
  storybookId: string
  chapter: BookChapter
  mediaOf: (passage: HeardPassage) => Promise<string | null>
  busy: boolean
  onDecide: (decision: 'accepted' | 'refused' | 'open') => void
  onBack: () => void
}

/** A written chapter, to be read and heard before the person accepts or refuses it. */
export function ChapterText({ storybookId, chapter, mediaOf, busy, onDecide, onBack }: ChapterTextProps) {
  const text = useChapterText(storybookId, chapter)
  const [verbatim, setVerbatim] = useState(false)
  const voice = useBookVoice(mediaOf, () => undefined)
  const isRead = isNewest(chapter, text.data?.chapter)

  return (
    <>
      <Button variant="ghost" size="sm" className="-ms-3 self-start" onClick={onBack}>
        <ArrowLeft size={20} className="rtl:-scale-x-100" aria-hidden="true" />
        All chapters
      </Button>
      <ul className="flex flex-col gap-1 text-muted">
        {remarksOf(chapter).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      <Switch
        label="In their own words"
        hint="Shows what was said, word for word."
        checked={verbatim}
        onCheckedChange={setVerbatim}
      />
      {voice.failed ? (
        <Alert>
          The voice behind this sentence cannot be heard just now. Its recording may have been deleted.
        </Alert>
      ) : null}
      {text.isPending ? <Skeleton className="h-60" /> : null}
      {text.isError && !text.data ? (
        <ErrorPanel
          title="The chapter could not be loaded"
          sentence={sentenceOf(text.error)}
          onRetry={() => text.refetch()}
        />
      ) : null}
      <Paragraphs paragraphs={text.data?.paragraphs ?? []} verbatim={verbatim} voice={voice} />
      {text.data && !isRead ? (
        <p role="status" className="flex items-center gap-3 rounded-card bg-tint p-4">
          <Spinner />
          It is being written again. The newer text is shown here once it is there.
        </p>
      ) : null}
      <DialogActions>
        {chapter.isProposed ? (
          <>
            {chapter.isRefused ? null : (
              <Button variant="outline" disabled={busy || !isRead} onClick={() => onDecide('refused')}>
                <X size={20} aria-hidden="true" />
                Refuse
              </Button>
            )}
            <Button busy={busy} disabled={!isRead} onClick={() => onDecide('accepted')}>
              <Check size={20} aria-hidden="true" />
              Put it into the book
            </Button>
          </>
        ) : (
          <Button
            variant="outline"
            busy={busy}
            disabled={!mayTakeBack(chapter)}
            onClick={() => onDecide('open')}
          >
            Show it as it was told
          </Button>
        )}
      </DialogActions>
    </>
  )
}

type ParagraphsProps = { paragraphs: readonly ChapterParagraph[]; verbatim: boolean; voice: BookVoicePlayer }

function Paragraphs({ paragraphs, verbatim, voice }: ParagraphsProps) {
  return paragraphs.map((paragraph, at) => {
    const parts: PassagePart[] = partsOfParagraph(paragraph, at, verbatim)
    return (
      // A paragraph is identified by where in the recording it was said, which no two paragraphs share.
      <div key={`${paragraph.recordingId}.${paragraph.sentences[0]?.spans[0]?.startMs ?? at}`}>
        {paragraph.speaker && paragraph.speaker !== paragraphs[at - 1]?.speaker ? (
          <p dir="auto" className="mb-1 text-sm font-semibold text-muted">
            {paragraph.speaker}
          </p>
        ) : null}
        <p dir="auto" className="font-story leading-relaxed wrap-anywhere">
          <SentenceParts parts={parts} voice={voice} onHear={(key) => voice.play(heardPart(parts, key))} />
        </p>
        {paragraph.sentences.some(({ isOld }) => isOld) && !verbatim ? (
          <p className="mt-1 text-sm text-warn">
            The words behind{' '}
            {paragraph.sentences
              .filter(({ isOld }) => isOld)
              .map(({ text }) => `“${text}”`)
              .join(', ')}{' '}
            were changed since.
          </p>
        ) : null}
      </div>
    )
  })
}
