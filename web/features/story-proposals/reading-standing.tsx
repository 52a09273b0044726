import { BookOpenCheck } from 'lucide-react'
import type { ProposalList } from '#contract/story-proposals.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useRead } from './use-proposals.ts'
import { standingOf } from './words.ts'

/** Who read the story, the progress of that, and a button to have it read again. */
export function ReadingStanding({ storyId, list }: { storyId: string; list: ProposalList }) {
  const read = useRead(storyId)
  const { state, stepsDone, stepsTotal } = list
  if (state === 'waiting') {
    return (
      <div className="flex flex-col gap-3">
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          The story is being read. You can go on meanwhile.
        </p>
        {stepsTotal !== null && stepsTotal > 1 ? (
          <>
            <Progress value={stepsDone / stepsTotal} label="How much of the story is read" />
            <p className="text-sm text-muted">
              {stepsDone} of {stepsTotal} stretches
            </p>
          </>
        ) : null}
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-pretty text-muted">{standingOf(list).join(' ')}</p>
      {read.isError ? <Alert>{sentenceOf(read.error)}</Alert> : null}
      <Button variant="secondary" size="sm" busy={read.isPending} onClick={() => read.mutate()}>
        <BookOpenCheck size={20} aria-hidden="true" />
        {state === 'none' ? 'Read the story' : 'Read again'}
      </Button>
    </div>
  )
}
