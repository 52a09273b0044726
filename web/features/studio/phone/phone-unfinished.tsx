import { History } from 'lucide-react'
import { formatSpan, formatTime } from '../../../lib/format.ts'
import type { UnfinishedRecording } from '../../../recorder/device-recordings.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { cannotRead } from '../cannot-read.ts'
import { DeliveryList } from '../delivery-notice.tsx'
import { DiscardRecording } from '../discard-recording.tsx'
import { UnfinishedPreview } from '../unfinished-preview.tsx'
import { useDecision } from '../use-decision.ts'
import { useUnfinished } from '../use-unfinished.ts'
import type { Phone } from './open-phone.ts'
import { phoneProblemSentences } from './phone-words.ts'

type PhoneDevice = Phone['device']

type PhoneUnfinishedProps = { device: PhoneDevice; withDeliveries?: boolean }

/** What this device still holds for this link: recordings that broke off, and those that are being sent. */
export function PhoneUnfinished({ device, withDeliveries = true }: PhoneUnfinishedProps) {
  const { found, lookAgain } = useUnfinished(device)

  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {found.map((one) => (
        <BrokenOff key={one.recording.id} device={device} found={one} onLookAgain={lookAgain} />
      ))}
      {withDeliveries ? (
        <DeliveryList device={{ recordings: device.recordings }} sentences={phoneProblemSentences} />
      ) : null}
    </div>
  )
}

type BrokenOffProps = {
  device: PhoneDevice
  found: UnfinishedRecording
  onLookAgain: () => Promise<void>
}

function BrokenOff({ device, found, onLookAgain }: BrokenOffProps) {
  const { decide, problem } = useDecision(onLookAgain)
  const keep = () => decide(() => device.recordings.keep(found))
  const discard = () => decide(() => device.recordings.discard(found))
  const { isUnreadable } = found
  const length = formatSpan(found.durationMs / 1000)
  const isEmpty = found.sizeBytes === 0 && !isUnreadable
  return (
    <section
      aria-label="Unfinished recording"
      className="flex flex-col gap-5 rounded-card border-2 border-edge bg-card p-5 text-start shadow-card"
    >
      <div className="flex items-start gap-4">
        <History size={32} className="mt-1 shrink-0 text-leaf" aria-hidden="true" />
        <div>
          <h2 className="text-lg font-bold">
            {isEmpty ? 'A recording broke off at its very beginning' : 'A recording was not finished'}
          </h2>
          <p>{wordsOf(found, length)}</p>
        </div>
      </div>
      <UnfinishedPreview device={device} found={found} />
      <div className="flex flex-wrap gap-3">
        {isUnreadable ? (
          <Button variant="hero" size="xl" onClick={onLookAgain}>
            Look again
          </Button>
        ) : (
          <Button variant="hero" size="xl" onClick={keep}>
            {isEmpty ? 'Leave it' : 'Keep it'}
          </Button>
        )}
        {isEmpty ? null : <DiscardRecording {...(isUnreadable ? {} : { length })} onDiscard={discard} />}
      </div>
      {problem ? <Alert>{problem}</Alert> : null}
    </section>
  )
}

function wordsOf({ recording, sizeBytes, isUnreadable }: UnfinishedRecording, length: string): string {
  const began = formatTime(recording.startedAt)
  if (isUnreadable) return `It began at ${began}. ${cannotRead}`
  if (sizeBytes === 0) return `It began at ${began}. There was nothing to keep yet.`
  return `${length}, from ${began}. It is safe on this device.`
}
