import type { BookChapter } from '#contract/book-chapters.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { HeldButton } from '../../../ui/held-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { mayTakeBack } from './deciding.ts'
import { failureOf, standingOf } from './words.ts'

export type ChapterRowProps = {
  chapter: BookChapter
  /** Whether the server has a text model to write chapters with. */
  mayWrite: boolean
  busy: boolean
  onRead: () => void
  onWrite: () => void
  onTakeBack: () => void
}

/** One story of the book: the state of its chapter, and the commands for it. */
export function ChapterRow({ chapter, mayWrite, busy, onRead, onWrite, onTakeBack }: ChapterRowProps) {
  const { title, state, hasWords, proposalId, stepsDone, stepsTotal } = chapter
  const isWritten = proposalId !== null
  const about = <span className="sr-only">: {title}</span>
  return (
    <li className="flex flex-col gap-3 py-4">
      <div>
        <p dir="auto" className="font-bold wrap-anywhere">
          {title}
        </p>
        <p className="text-muted" role={state === 'waiting' ? 'status' : undefined}>
          {standingOf(chapter)}
        </p>
      </div>
      {state === 'waiting' && stepsTotal !== null && stepsTotal > 1 ? (
        <>
          <Progress value={stepsDone / stepsTotal} label={`How much of ${title} is written`} />
          <p className="text-sm text-muted">
            {stepsDone} of {stepsTotal} stretches
          </p>
        </>
      ) : null}
      {state === 'failed' ? <Alert>{failureOf(chapter)}</Alert> : null}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isWritten ? (
          <Button size="sm" onClick={onRead}>
            Read
            {about}
          </Button>
        ) : null}
        {mayTakeBack(chapter) ? (
          <HeldButton variant="outline" size="sm" held={busy} onClick={onTakeBack}>
            Show it as it was told
            {about}
          </HeldButton>
        ) : null}
        {mayWrite && hasWords && state !== 'waiting' ? (
          <HeldButton variant="outline" size="sm" held={busy} onClick={onWrite}>
            {askingOf(chapter)}
            {about}
          </HeldButton>
        ) : null}
      </div>
    </li>
  )
}

function askingOf({ state, proposalId }: BookChapter): string {
  if (state === 'failed') return 'Try again'
  return proposalId === null ? 'Write it' : 'Write it again'
}
