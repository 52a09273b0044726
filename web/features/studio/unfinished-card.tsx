import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { formatDate, formatSpan, formatTime } from '../../lib/format.ts'
import type { UnfinishedRecording } from '../../recorder/device-recordings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cannotRead } from './cannot-read.ts'
import { DiscardRecording } from './discard-recording.tsx'
import type { ThisDevice } from './this-device.ts'
import { UnfinishedPreview } from './unfinished-preview.tsx'
import { useDecision } from './use-decision.ts'

export type UnfinishedCardProps = { device: ThisDevice; found: UnfinishedRecording; onDecided: () => void }

/** A recording that broke off: its length, a preview, and the choice to keep, continue or discard it. */
export function UnfinishedCard({ device, found, onDecided }: UnfinishedCardProps) {
  const navigate = useNavigate()
  const { story, startedAt } = found.recording
  const length = formatSpan(found.durationMs / 1000)
  const isEmpty = found.sizeBytes === 0 && !found.isUnreadable

  const { decide, problem } = useDecision(onDecided)
  const goOn = () =>
    decide(async () => {
      await device.recordings.keep(found)
      const { id: storyId, title, description } = story
      const parts = found.recording.part + 1
      const search = { storyId, title, description, mode: 'recording', further: true, parts } as const
      await navigate({ to: '/app/studio', search })
    })

  return (
    <section
      aria-label={`Unfinished recording: ${story.title}`}
      className="flex flex-col gap-5 rounded-card border-2 border-edge bg-card p-5 shadow-card sm:p-6"
    >
      <div className="flex items-start gap-4">
        <History size={32} className="mt-1 shrink-0 text-leaf" aria-hidden="true" />
        <div className="min-w-0">
          <h2 className="text-lg font-bold">
            {isEmpty ? 'A recording broke off at its very beginning' : 'A recording was not finished'}
          </h2>
          <p className="wrap-anywhere">
            <span className="font-story font-semibold">{story.title}</span>,
            {found.sizeBytes === 0 ? null : ` ${length},`} from {formatDate(startedAt)} at{' '}
            {formatTime(startedAt)}. {wordsOf(found)}
          </p>
        </div>
      </div>
      <UnfinishedPreview device={device} found={found} />
      <div className="flex flex-wrap gap-3">
        <WaysOn
          device={device}
          found={found}
          decide={decide}
          onGoOn={goOn}
          onLookAgain={onDecided}
          length={length}
        />
      </div>
      {problem ? <Alert>{problem}</Alert> : null}
    </section>
  )
}

function wordsOf({ sizeBytes, isUnreadable }: UnfinishedRecording): string {
  if (isUnreadable) return cannotRead
  return sizeBytes === 0 ? 'There was nothing to keep yet.' : 'It is safe on this device.'
}

type WaysOnProps = Pick<UnfinishedCardProps, 'device' | 'found'> & {
  decide: (work: () => Promise<void>) => Promise<void>
  onGoOn: () => void
  onLookAgain: () => void
  length: string
}

function WaysOn({ device, found, decide, onGoOn, onLookAgain, length }: WaysOnProps) {
  const keep = () => decide(() => device.recordings.keep(found))
  const discard = () => decide(() => device.recordings.discard(found))
  if (found.isUnreadable) {
    return (
      <>
        <Button onClick={onLookAgain}>Look again</Button>
        <DiscardRecording onDiscard={discard} />
      </>
    )
  }
  // It broke off before its first slice was on the disk.
  if (found.sizeBytes === 0) {
    return (
      <>
        <Button onClick={onGoOn}>Record it again</Button>
        <Button variant="secondary" onClick={keep}>
          Leave it
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onClick={keep}>Keep it</Button>
      <Button variant="secondary" onClick={onGoOn}>
        Continue recording
      </Button>
      <DiscardRecording length={length} onDiscard={discard} />
    </>
  )
}
