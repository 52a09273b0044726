import { CloudUpload, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatTimer } from '../../lib/format.ts'
import { importing } from '../../lib/importing.ts'
import { useWatched } from '../../lib/use-watched.ts'
import type { Delivery } from '../../recorder/deliveries.ts'
import { type DeviceRecordings, isUnderWay } from '../../recorder/device-recordings.ts'
import type { NoteSender } from '../../recorder/notes/note-sender.ts'
import type { UploadProblem } from '../../recorder/upload/upload.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { loadedQuietly } from '../../ui/loaded-quietly.tsx'
import { Progress } from '../../ui/progress.tsx'
import { toastError } from '../../ui/toast.tsx'
import { useShown } from '../../ui/use-shown.ts'
import { discardDelivery } from './discard-delivery.ts'
import { keptReason, keptWords } from './kept-words.ts'
import { needsSomebody, problemSentences } from './safety.ts'
import { useThisDevice } from './use-this-device.ts'

// Needed only once the server has answered with a refusal that the person must decide about, so the studio opens without these.
const SaveCopy = loadedQuietly(async () => (await importing(() => import('./save-copy.tsx'))).SaveCopy)
const DiscardRecording = loadedQuietly(
  async () => (await importing(() => import('./discard-recording.tsx'))).DiscardRecording,
)

const copyPlace = (
  <Button variant="outline" size="sm" disabled className="invisible">
    <span className="size-5" />
    Save a copy
  </Button>
)
const discardPlace = (
  <Button variant="link" disabled className="invisible ms-auto">
    Discard
  </Button>
)

export type DeliveryNoticeProps = {
  storyId: string
  /** Called with whether the server still lacks something of the story that this device has. */
  onLack?: (isLacking: boolean) => void
}

/** What is still on its way from this device to one story; renders nothing when everything has arrived. */
export function DeliveryNotice(props: DeliveryNoticeProps) {
  const device = useThisDevice()
  return device ? <DeliveryList device={device} {...props} /> : null
}

/** A device with notes can create stories; a phone with a recording link belongs to one story and has none. */
export type DeliveringDevice = { recordings: DeviceRecordings; notes?: NoteSender }

type DeliveryListProps = Partial<DeliveryNoticeProps> & {
  device: DeliveringDevice
  sentences?: typeof problemSentences
}

/** All deliveries of the device, or those of one story. */
export function DeliveryList({ device, storyId, onLack, sentences = problemSentences }: DeliveryListProps) {
  const deliveries = useWatched(device.recordings.deliveries)
  const ours = [...deliveries.values()].filter(
    (delivery) => storyId === undefined || delivery.storyId === storyId,
  )
  const isLacking = ours.some(({ phase }) => phase === 'sending')
  useEffect(() => onLack?.(isLacking), [onLack, isLacking])

  return ours.map((delivery) => {
    if (isUnderWay(delivery)) {
      return (
        <OneDelivery key={delivery.recordingId} delivery={delivery} device={device} sentences={sentences} />
      )
    }
    if (delivery.phase === 'stays') return <StaysNotice key={delivery.recordingId} />
    return delivery.hasGap ? <GapNotice key={delivery.recordingId} /> : null
  })
}

function GapNotice() {
  return (
    <Notice says="A moment of a recording is missing.">
      This device’s disk could not read it back. Everything else of the recording is safe on the server.
    </Notice>
  )
}

function StaysNotice() {
  return (
    <Notice says="What had arrived of the recording stays in its story.">
      This device has discarded the recording. The server had already finished what it had of it, and can
      still play that.
    </Notice>
  )
}

function Notice({ says, children }: { says: string; children: string }) {
  return (
    <p role="status" className="flex items-start gap-3 rounded-card bg-warn-tint p-4 text-start text-warn">
      <TriangleAlert size={24} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        <strong>{says}</strong> {children}
      </span>
    </p>
  )
}

type OneDeliveryProps = { delivery: Delivery; device: DeliveringDevice; sentences: typeof problemSentences }

function OneDelivery({ delivery, device, sentences }: OneDeliveryProps) {
  const { phase, sentMs, keptMs, problem } = delivery
  const isAllSent = phase === 'verifying'

  return (
    <section
      aria-label="Recording on its way"
      className="flex flex-col gap-3 rounded-card bg-card p-5 text-start shadow-card"
    >
      <p className="flex items-start gap-3 font-semibold">
        <CloudUpload size={24} className="mt-0.5 shrink-0 text-leaf" aria-hidden="true" />
        <span data-testid="delivery">{howItStands(delivery)}</span>
      </p>
      <Progress
        value={isAllSent ? 1 : sentMs / Math.max(keptMs, 1)}
        label="Sent to the server"
        tone={problem ? 'warn' : 'plain'}
      />
      {problem ? (
        // Some of the actions are loaded late. Their place is kept, so that nothing moves under a finger, in other notices either.
        <div className="flex flex-col gap-3">
          <p role="alert" className="text-warn">
            {sentences[problem]}
          </p>
          <WayOn delivery={delivery} device={device} />
        </div>
      ) : null}
    </section>
  )
}

/**
 * The state of a delivery in words. One that waits for the person's decision is not being sent, and keeping the page open does not help.
 */
function howItStands({ phase, sentMs, keptMs, problem }: Delivery): string {
  const length = formatTimer(keptMs)
  if (needsSomebody(problem)) {
    return `A recording of ${length} is kept on this device. It is not being sent just now.`
  }
  return phase === 'verifying'
    ? 'Everything has arrived. The server reads it once more before this device lets go of it.'
    : `Being sent to the server: ${formatTimer(Math.min(sentMs, keptMs))} of ${length}. Please keep this page open.`
}

/** Whether a recording is refused because of its story, so that a new story can take it. */
const isOfStory = (problem: UploadProblem | null): boolean => problem?.startsWith('story-') ?? false

/** The ways on. Trying again does not bring a deleted story back, nor make room in a full one; every other problem may pass. */
function WayOn({ delivery, device }: { delivery: Delivery; device: DeliveringDevice }) {
  const { recordingId, problem } = delivery
  const { recordings, notes } = device
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isShown = useShown()
  const copy = needsSomebody(problem) ? (
    <SaveCopy recordings={recordings} recordingId={recordingId} fallback={copyPlace} />
  ) : null
  if (notes === undefined || !isOfStory(problem)) {
    return (
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={() => recordings.retry()}>
          Try again now
        </Button>
        {copy}
      </div>
    )
  }
  const keep = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { keepAsNewStory } = await importing(() => import('./keep-as-new-story.ts'))
      await keepAsNewStory({ recordings, notes }, delivery)
    } catch (error) {
      if (isShown()) setFailure(keptWords('No new story was made.', error))
      // This part is already on its way to the new story; the parts that are not have their own notices, which do not know the reason.
      else toastError('Not everything is in the new story yet', keptReason(error))
    } finally {
      setBusy(false)
    }
  }
  const discard = async () => {
    setFailure(null)
    setFailure(await discardDelivery(recordings, recordingId))
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="sm" busy={busy} onClick={keep}>
        Keep it as a new story
      </Button>
      {copy}
      <DiscardRecording onDiscard={discard} fallback={discardPlace} />
      {failure === null ? null : <Alert className="basis-full">{failure}</Alert>}
    </div>
  )
}
