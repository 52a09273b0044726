import type { Transcript } from '#contract/transcripts.ts'
import { countOf } from '../../../lib/format.ts'
import { PaddedCard } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOwnKeyListening } from './listening.ts'
import { OwnKeyButton } from './own-key-button.tsx'

/** How far a transcription with a person's own key has come, be it in this browser or in another one, which may be gone. */
export function OwnKeyProgress({ transcript, canAsk }: { transcript: Transcript; canAsk: boolean }) {
  const { id, piecesDone, piecesTotal } = transcript
  const { isBusy } = useOwnKeyListening(id)
  const howFar = piecesTotal ? `${piecesDone} of ${countOf(piecesTotal, 'piece')}. ` : ''
  return (
    <PaddedCard className="flex flex-col gap-4 sm:flex-row sm:items-center">
      {isBusy ? (
        <span className="text-leaf">
          <Spinner size={40} />
        </span>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {/* Not around the figures: all of it would be read out at each piece. */}
        <p role="status" className="font-bold">
          {isBusy ? 'Google is listening, with your key' : 'Being listened to with a key of one’s own'}
        </p>
        {piecesTotal ? (
          <Progress value={piecesDone / piecesTotal} label="How much has been listened to" />
        ) : null}
        <p className="text-sm text-muted tabular-nums">
          {howFar}
          {isBusy
            ? 'Keep this tab open; in it you can go wherever you like.'
            : 'That goes on in another tab or on another device. If it was closed, go on here.'}
        </p>
      </div>
      {canAsk && !isBusy ? (
        <OwnKeyButton recordingId={id} isQuiet>
          Go on here
        </OwnKeyButton>
      ) : null}
    </PaddedCard>
  )
}
