import { PenLine } from 'lucide-react'
import { useState } from 'react'
import type { BookChapter, BookChapterList } from '#contract/book-chapters.ts'
import { sentenceOf, situationOf } from '../../../lib/errors.ts'
import { countOf } from '../../../lib/format.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PlanLimit } from '../../../ui/plan-limit.tsx'
import { UndoNote } from '../../../ui/undo-note.tsx'
import type { HeardPassage } from '../reader/voice-queue.ts'
import { ChapterRow } from './chapter-row.tsx'
import { ChapterText } from './chapter-text.tsx'
import { asked, mayBeUndone, readAfter } from './deciding.ts'
import { type ChapterDecision, useChapterActions } from './use-chapters.ts'

export type ChaptersDialogProps = {
  storybookId: string
  list: BookChapterList
  open: boolean
  onOpenChange: (open: boolean) => void
  mediaOf: (passage: HeardPassage) => Promise<string | null>
}

/** Where the owner has chapters written from the recordings, reads them, and decides which ones the book shows. */
export function ChaptersDialog({ storybookId, list, open, onOpenChange, mediaOf }: ChaptersDialogProps) {
  const { write, decide } = useChapterActions(storybookId)
  const [read, setRead] = useState<string | null>(null)
  const [last, setLast] = useState<Done | null>(null)
  const shown = list.chapters.find(({ storyId }) => storyId === read)
  const unwritten = list.chapters.filter(
    ({ hasWords, state, proposalId }) => hasWords && state !== 'waiting' && proposalId === null,
  )

  /** A new attempt clears the outcome of the previous one. */
  const begin = () => {
    setLast(null)
    for (const action of [write, decide]) if (!action.isPending) action.reset()
  }
  const ask = (storyIds: string[]) => {
    begin()
    write.mutate(storyIds)
  }
  const say = (chapter: BookChapter, decision: ChapterDecision['decision']) => {
    if (chapter.proposalId === null) return
    begin()
    decide
      .mutateAsync({ storyId: chapter.storyId, proposalId: chapter.proposalId, decision })
      .then(() => {
        // Another chapter may have been opened before this answer came.
        setRead((read) => readAfter(chapter, read))
        setLast(decision === 'open' ? null : { chapter, decision })
      })
      // The error is shown above the chapters.
      .catch(() => undefined)
  }
  const close = () => {
    setRead(null)
    begin()
    onOpenChange(false)
  }
  const failure = write.error ?? decide.error
  // By the answer, not by what the chapters have come to since.
  const { begun, left } = asked(write.data?.chapters ?? [], write.variables ?? [])

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      width="wide"
      title={shown ? shown.title : 'Chapters from the recordings'}
      description={
        shown
          ? undefined
          : 'A text model can write the chapters in the storyteller’s own words. It is given the words of the transcripts, and keeps for each sentence where it was said. You read each chapter before the book shows it, and can take it back.'
      }
    >
      {failure ? <Alert>{sentenceOf(failure)}</Alert> : null}
      {situationOf(failure) === 'AI_LIMIT_REACHED' ? (
        <PlanLimit title="AI Limit Reached" sentence={sentenceOf(failure)} />
      ) : null}
      {left.length > 0 ? (
        <Alert>
          {`Your plan had room for ${countOf(begun.length, 'chapter')} more this month, which ${begun.length === 1 ? 'was' : 'were'} begun. The others stay as they were told; next month there is room again.`}
        </Alert>
      ) : null}
      {last ? (
        <DoneNote done={last} busy={decide.isPending} onUndo={() => say(last.chapter, 'open')} />
      ) : null}
      {shown ? (
        <ChapterText
          storybookId={storybookId}
          chapter={shown}
          mediaOf={mediaOf}
          busy={decide.isPending}
          onDecide={(decision) => say(shown, decision)}
          onBack={() => setRead(null)}
        />
      ) : (
        <>
          {list.writes !== null && unwritten.length > 0 ? (
            <Button
              className="self-start"
              busy={write.isPending}
              onClick={() => ask(unwritten.map(({ storyId }) => storyId))}
            >
              <PenLine size={20} aria-hidden="true" />
              Write chapters from the recordings
            </Button>
          ) : null}
          <ul className="flex flex-col divide-y divide-border">
            {list.chapters.map((chapter) => (
              <ChapterRow
                key={chapter.storyId}
                chapter={chapter}
                mayWrite={list.writes !== null}
                busy={write.isPending || decide.isPending}
                onRead={() => setRead(chapter.storyId)}
                onWrite={() => ask([chapter.storyId])}
                onTakeBack={() => say(chapter, 'open')}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** A decision, with the chapter as it was before it. */
type Done = { chapter: BookChapter; decision: 'accepted' | 'refused' }

type DoneNoteProps = { done: Done; busy: boolean; onUndo: () => void }

function DoneNote({ done: { chapter, decision }, busy, onUndo }: DoneNoteProps) {
  const words =
    decision === 'accepted'
      ? `The book now shows “${chapter.title}” as it was written.`
      : `“${chapter.title}” was refused.`
  if (mayBeUndone(chapter, decision)) return <UndoNote words={words} busy={busy} onUndo={onUndo} />
  return (
    <p role="status" dir="auto" className="rounded-card bg-tint p-4 wrap-anywhere">
      {words}
    </p>
  )
}
