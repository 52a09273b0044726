import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnknown, sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { UndoNote } from '../../ui/undo-note.tsx'
import { letGo, type RefusedHere, refusedHere } from './refused-here.ts'

type Props = { personId: string; onClose: () => void; onLeave: () => void }

/**
 * All text that a person typed into transcripts and that the server refused. Where the transcript still exists, the dialog leads there,
 * and the person decides there. Where it is gone there is no other place to show the text, so it can be read, copied and discarded here.
 */
export function RefusedDialog({ personId, onClose, onLeave }: Props) {
  const [all] = useState(() => refusedHere(personId))
  /** Texts marked to be discarded. They are removed only when the dialog closes: until then a mistaken press can be taken back. */
  const [going, setGoing] = useState<readonly RefusedHere[]>([])
  const ids = [...new Set(all.map(({ transcriptId }) => transcriptId))]
  const places = useQuery({
    queryKey: ['transcripts of refused words', ids],
    queryFn: async () => new Map(await Promise.all(ids.map(async (id) => [id, await storyOf(id)] as const))),
  })
  const settle = () => {
    for (const refused of going) letGo(personId, refused)
  }
  const close = () => {
    settle()
    onClose()
  }
  const leave = () => {
    settle()
    onLeave()
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title="What you typed and was not taken"
      description="Somebody else had changed the same lines, or they were gone. Your words are on this device alone."
    >
      {places.isLoadingError ? (
        <Alert>
          Whether their transcripts are still there is not known just now. {sentenceOf(places.error)}
        </Alert>
      ) : null}
      <ul className="flex flex-col gap-4">
        {all.map((refused) => (
          <li key={refused.id} className="flex flex-col gap-3 rounded-card border border-border p-4">
            <p dir="auto" className="font-story wrap-anywhere whitespace-pre-line">
              {refused.typed}
            </p>
            {going.includes(refused) ? (
              <UndoNote
                words="These words go when you close this."
                busy={false}
                onUndo={() => setGoing(going.filter((one) => one !== refused))}
              />
            ) : (
              <div className="flex flex-wrap gap-2">
                <CopyButton text={refused.typed}>Copy what I typed</CopyButton>
                <WayOn
                  story={places.data?.get(refused.transcriptId)}
                  onLeave={leave}
                  onLetGo={() => setGoing([...going, refused])}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        {places.isLoadingError ? (
          <Button variant="outline" onClick={() => places.refetch()}>
            Look again
          </Button>
        ) : null}
        <Button onClick={close}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

type WayOnProps = { story: string | null | undefined; onLeave: () => void; onLetGo: () => void }

/** `story` is undefined until it is known whether the transcript still exists, and null if it is gone. */
function WayOn({ story, onLeave, onLetGo }: WayOnProps) {
  if (story === undefined) return null
  if (story === null) {
    return (
      <>
        <Button variant="outline" size="sm" className="ms-auto" onClick={onLetGo}>
          Let it go
        </Button>
        <p className="basis-full text-sm text-muted">
          Its transcript is gone. If its story lies in the trash, bringing it back brings that back, too.
        </p>
      </>
    )
  }
  return (
    <Button variant="outline" size="sm" asChild>
      <Link to="/app/stories/$storyId" params={{ storyId: story }} onClick={onLeave}>
        Open its story
      </Link>
    </Button>
  )
}

/** The id of the transcript's story; null if the server knows no such transcript for this person. */
const storyOf = (id: string): Promise<string | null> =>
  client.transcripts.get({ id }).then(
    ({ storyId }) => storyId,
    (error) => {
      if (isUnknown(error)) return null
      throw error
    },
  )
