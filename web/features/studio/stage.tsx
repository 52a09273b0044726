import { Mic, MicOff, UserRound, Video, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWatched } from '../../lib/use-watched.ts'
import type { RecordingFailureReason } from '../../recorder/failures.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { failureWords, noPictureWords } from './failure-words.ts'
import { LevelMeter } from './level-meter.tsx'
import { NoSound } from './no-sound.tsx'
import { mayOpenCamera, type StudioDevices } from './studio-devices.ts'

type StageProps = { devices: StudioDevices; question: string | null; capturing: boolean }

/** The camera's picture of the person, with the question large above it. */
export function Stage({ devices, question, capturing }: StageProps) {
  const view = useWatched(devices.view)
  const { stream, choice, opening, failure, withoutPicture, muted } = view
  const [silent, setSilent] = useState(false)
  const hasPicture = choice.withCamera && (stream?.getVideoTracks().length ?? 0) > 0

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {question ? (
        <p className="mx-auto max-w-[40ch] text-center font-story text-lg leading-snug text-balance sm:text-xl xl:text-2xl">
          {question}
        </p>
      ) : null}
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-[20px] bg-black">
        {hasPicture && stream ? (
          <SelfView stream={stream} />
        ) : (
          <NoPicture opening={opening} failure={failure}>
            {mayOpenCamera(view) ? (
              <CameraAway reason={withoutPicture} onRetry={capturing ? undefined : () => devices.open()} />
            ) : null}
          </NoPicture>
        )}
        <div className="absolute inset-x-4 bottom-4 flex items-center gap-3 rounded-full bg-black/75 px-4 py-3 text-white sm:start-auto sm:w-64">
          <Mic size={22} className="shrink-0" aria-hidden="true" />
          <LevelMeter
            stream={stream}
            muted={muted}
            onSilence={setSilent}
            className="border-white/60 bg-transparent"
          />
        </div>
        {silent ? <NoSound className="absolute inset-x-4 top-4 sm:end-auto sm:max-w-[34ch]" /> : null}
        {muted ? (
          <p className="absolute start-4 top-4 flex min-h-10 items-center gap-2 rounded-full bg-black/75 px-4 font-semibold text-white">
            <MicOff size={20} aria-hidden="true" />
            Microphone muted
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Mirrored, as people know themselves; the recording is not. */
function SelfView({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label="Camera preview"
      className="absolute inset-0 size-full -scale-x-100 object-contain"
    />
  )
}

type CameraAwayProps = {
  reason: RecordingFailureReason | null
  /** Undefined during a recording: it would end with the devices that are open. */
  onRetry: (() => void) | undefined
}

function CameraAway({ reason, onRetry }: CameraAwayProps) {
  const { title, sentence } = noPictureWords(reason)
  return (
    <>
      <strong className="block">{title}</strong>
      {onRetry ? (
        <>
          <span className="mt-1 mb-4 block">{sentence}</span>
          <Button variant="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : null}
    </>
  )
}

type NoPictureProps = {
  opening: boolean
  failure: RecordingFailureReason | null
  /** Why a camera that is wanted has no picture, and a way on; null where none is wanted, or there is none. */
  children: ReactNode
}

function NoPicture({ opening, failure, children }: NoPictureProps) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center-safe gap-4 overflow-y-auto p-6 pb-20 text-center text-white">
      <span className="flex size-24 items-center justify-center rounded-full bg-white/10 sm:size-32">
        <PictureSign opening={opening} failed={failure !== null} />
      </span>
      <div className="max-w-[40ch]">{children ?? <PictureWords opening={opening} failure={failure} />}</div>
    </div>
  )
}

function PictureSign({ opening, failed }: { opening: boolean; failed: boolean }) {
  if (opening) return <Spinner size={44} />
  if (failed) return <VideoOff size={48} aria-hidden="true" />
  return <UserRound size={56} aria-hidden="true" />
}

function PictureWords({ opening, failure }: Omit<NoPictureProps, 'children'>) {
  if (opening) return 'Opening the camera and the microphone'
  if (failure === null) {
    return (
      <>
        <Video size={20} className="me-2 inline" aria-hidden="true" />
        The camera is off. Only the sound is recorded.
      </>
    )
  }
  const { title, sentence } = failureWords[failure]
  return (
    <>
      <strong className="mb-1 block text-lg">{title}</strong>
      {sentence}
    </>
  )
}
