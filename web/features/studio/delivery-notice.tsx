import { CloudUpload, TriangleAlert } from 'lucide-react'
import { formatTimer } from '../../lib/format.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { type Delivery, type DeviceRecordings, isUnderWay } from '../../recorder/device-recordings.ts'
import type { UploadProblem } from '../../recorder/upload/upload.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { DiscardRecording } from './discard-recording.tsx'
import { problemSentences } from './safety.ts'
import { SaveCopy } from './save-copy.tsx'
import { useThisDevice } from './use-this-device.ts'

/** What of one story is still on its way from this device; nothing when everything has arrived. */
export function DeliveryNotice({ storyId }: { storyId: string }) {
  const device = useThisDevice()
  return device ? <DeliveryList recordings={device.recordings} storyId={storyId} /> : null
}

/** All that is on its way, or that of one story. */
export function DeliveryList({ recordings, storyId }: { recordings: DeviceRecordings; storyId?: string }) {
  const deliveries = useWatched(recordings.deliveries)
  const ours = [...deliveries.values()].filter(
    (delivery) => storyId === undefined || delivery.storyId === storyId,
  )

  return ours.map((delivery) => {
    if (isUnderWay(delivery)) {
      return <OneDelivery key={delivery.recordingId} delivery={delivery} recordings={recordings} />
    }
    return delivery.hasGap ? <GapNotice key={delivery.recordingId} /> : null
  })
}

function GapNotice() {
  return (
    <p role="status" className="flex items-start gap-3 rounded-card bg-warn-tint p-4 text-start text-warn">
      <TriangleAlert size={24} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        <strong>A moment of a recording is missing.</strong> This device’s disk could not read it back.
        Everything else of the recording is safe on the server.
      </span>
    </p>
  )
}

function OneDelivery({ delivery, recordings }: { delivery: Delivery; recordings: DeviceRecordings }) {
  const { phase, sentMs, keptMs, problem } = delivery
  const isAllSent = phase === 'verifying'

  return (
    <section
      aria-label="Recording on its way"
      className="flex flex-col gap-3 rounded-card bg-card p-5 text-start shadow-card"
    >
      <p className="flex items-start gap-3 font-semibold">
        <CloudUpload size={24} className="mt-0.5 shrink-0 text-leaf" aria-hidden="true" />
        <span data-testid="delivery">
          {isAllSent
            ? 'Everything has arrived. The server reads it once more before this device lets go of it.'
            : `Being sent to the server: ${formatTimer(Math.min(sentMs, keptMs))} of ${formatTimer(keptMs)}. Please keep this page open.`}
        </span>
      </p>
      <Progress
        value={isAllSent ? 1 : sentMs / Math.max(keptMs, 1)}
        label="Sent to the server"
        tone={problem ? 'warn' : 'plain'}
      />
      {problem ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-warn">
          <p className="min-w-[min(14rem,100%)] flex-1">{problemSentences[problem]}</p>
          <WayOn delivery={delivery} recordings={recordings} />
        </div>
      ) : null}
    </section>
  )
}

/** These pass by themselves, or with a log-in: nobody has to look after the recording meanwhile. */
const passing: readonly UploadProblem[] = ['offline', 'server', 'signed-out', 'device']

/** A story that was deleted does not come back by trying, nor does one that is full become emptier; everything else may pass. */
function WayOn({ delivery, recordings }: { delivery: Delivery; recordings: DeviceRecordings }) {
  const { recordingId, problem } = delivery
  const copy =
    problem === null || passing.includes(problem) ? null : (
      <SaveCopy recordings={recordings} recordingId={recordingId} />
    )
  if (problem !== 'story-gone' && problem !== 'story-full') {
    return (
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={() => recordings.retry()}>
          Try again now
        </Button>
        {copy}
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="sm" onClick={() => recordings.keepAsNewStory(recordingId)}>
        Keep it as a new story
      </Button>
      {copy}
      <DiscardRecording onDiscard={() => recordings.giveUp(recordingId)} />
    </div>
  )
}
