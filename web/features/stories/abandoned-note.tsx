import { History } from 'lucide-react'
import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { UndoNote } from '../../ui/undo-note.tsx'
import { thoseWithMore } from './playable-part.ts'
import { useAwaitRest } from './use-story.ts'

/**
 * For recordings whose device never said that they were complete: somebody has to go to that device, or says that no more will come. The
 * device may be long gone, and after an archive was imported into another Kinora the device knows nothing of that one.
 */
export function AbandonedNote({ story }: { story: Pick<Story, 'id' | 'recordings'> }) {
  const [said, setSaid] = useState<readonly string[]>([])
  const rest = useAwaitRest(story.id)
  const waiting = thoseWithMore(story.recordings).map(({ id }) => id)
  const failure = rest.error ? <Alert>{sentenceOf(rest.error)}</Alert> : null

  if (waiting.length > 0) {
    const say = () => {
      setSaid(waiting)
      rest.mutate({ ids: waiting, isAwaited: false })
    }
    return (
      <PaddedCard className="flex flex-col gap-4">
        <div className="flex items-start gap-3">
          <History size={22} className="mt-0.5 shrink-0 text-leaf" aria-hidden="true" />
          <p role="status" className="text-pretty text-muted">
            The device that recorded this fell silent before it had said that this was all, so it may have
            more. Open Kinora there, or the link that it was recorded by: what is missing is sent, or offered
            there to keep.
          </p>
        </div>
        {failure}
        <Button variant="outline" className="self-start" busy={rest.isPending} onClick={say}>
          That is all there was
        </Button>
      </PaddedCard>
    )
  }
  if (said.length === 0) return null
  const takeBack = () => rest.mutate({ ids: said, isAwaited: true }, { onSuccess: () => setSaid([]) })
  return (
    <div className="flex flex-col gap-3">
      <UndoNote
        words="This counts as all there was. If the device comes back after all, what it sends is still kept."
        busy={rest.isPending}
        onUndo={takeBack}
      />
      {failure}
    </div>
  )
}
