import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatTimer } from '../../../lib/format.ts'
import { useWatched } from '../../../lib/use-watched.ts'
import { isCapturing } from '../../../recorder/state.ts'
import { Button } from '../../../ui/button.tsx'
import { EndDialog } from '../end-dialog.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { finishStory } from '../finish-session.ts'
import { LevelMeter } from '../level-meter.tsx'
import { NoSound } from '../no-sound.tsx'
import type { OpenedSession } from '../open-session.ts'
import { safetyOf } from '../safety.ts'
import { SafetyStatus } from '../safety-status.tsx'
import { useBackAsks } from '../use-back-asks.ts'
import { useAskedMark } from './use-asked-mark.ts'
import { useReadAloud } from './use-read-aloud.ts'
import { VoiceButton } from './voice-button.tsx'
import type { VoiceQuestion } from './voice-questions.ts'

export type VoiceRoomProps = OpenedSession & {
  question: VoiceQuestion
  onNext: () => void
  onLeave: () => void
}

/** One question, one large button. What was said is kept; it cannot be lost from here. */
export function VoiceRoom({ devices, session, question, onNext, onLeave }: VoiceRoomProps) {
  const view = useWatched(session.view)
  const device = useWatched(session.device)
  const deliveries = useWatched(device.recordings.deliveries)
  const { stream } = useWatched(devices.view)
  const [silent, setSilent] = useState(false)
  const voice = useReadAloud(question.text)
  const [told, setTold] = useState(false)
  const [wishesToEnd, setWishesToEnd] = useState(false)
  const { recorder, keptMs, recordingIds, refusal, starting, isThrownAway, isStoreSilent } = view
  const capturing = isCapturing(recorder)
  useBackAsks(capturing, () => setWishesToEnd(true))
  const broken = recorder.name === 'failed' ? recorder.reason : refusal

  useEffect(() => {
    devices.choose({ withCamera: false })
    return () => devices.close()
  }, [devices])

  useAskedMark(device.userId, session.plan.storyId, question.id, capturing)

  const record = () => {
    // The microphone would record the voice that reads the question.
    voice.hush()
    return session.record()
  }
  const stop = async () => {
    setWishesToEnd(false)
    await session.stop()
    // If the recording broke off before anything was kept, there is nothing to thank for.
    if (session.view.get().keptMs === 0) return
    session.leaveIt()
    if (session.view.get().isThrownAway) return
    setTold(true)
    devices.close()
    await finishStory(session)
  }

  return (
    <>
      <p
        dir="auto"
        className="mx-auto max-w-[24ch] text-center font-story text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl"
      >
        {question.text}
      </p>
      {broken ? (
        <FailureNotice
          reason={broken}
          {...{ keptMs, isThrownAway, isStoreSilent }}
          busy={starting}
          onGoOn={record}
          onEnd={stop}
        />
      ) : null}
      {told ? (
        <Kept onNext={onNext} onLeave={onLeave} />
      ) : (
        <div className="flex flex-col items-center gap-6">
          <VoiceButton capturing={capturing} busy={starting} onRecord={record} onStop={stop} />
          <LevelMeter stream={stream} onSilence={setSilent} className="max-w-64" />
          {silent ? <NoSound /> : null}
          {capturing ? (
            <p className="flex items-center gap-3 text-xl font-bold">
              <span className="size-4 rounded-full bg-record" aria-hidden="true" />
              Recording
              <span role="timer" translate="no" aria-label="Recorded so far" className="tabular-nums">
                {formatTimer(keptMs)}
              </span>
            </p>
          ) : (
            <div className="flex flex-wrap justify-center gap-3">
              {voice.canSpeak ? (
                <Button variant="outline" size="xl" onClick={voice.read}>
                  <Volume2 aria-hidden="true" />
                  {voice.speaking ? 'Say it again' : 'Read it to me'}
                </Button>
              ) : null}
              <Button variant="ghost" size="xl" onClick={onNext}>
                Another question
              </Button>
            </div>
          )}
        </div>
      )}
      {recordingIds.length > 0 ? (
        <SafetyStatus safety={safetyOf(recordingIds, deliveries)} recorder={recorder} />
      ) : null}
      <EndDialog
        open={wishesToEnd && capturing}
        onOpenChange={setWishesToEnd}
        isEmpty={false}
        busy={false}
        onEnd={stop}
      />
      {capturing || told ? null : (
        <Button variant="ghost" className="self-center" asChild>
          <Link to="/app/labs">
            <ArrowLeft size={22} className="rtl:-scale-x-100" aria-hidden="true" />
            Back to Labs
          </Link>
        </Button>
      )}
    </>
  )
}

function Kept({ onNext, onLeave }: Pick<VoiceRoomProps, 'onNext' | 'onLeave'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="flex flex-col items-center gap-8">
      <div className="flex items-center gap-4 text-leaf">
        <Check size={48} aria-hidden="true" />
        <h2 ref={heading} tabIndex={-1} className="font-story text-2xl font-semibold">
          Thank you. Your story is kept.
        </h2>
      </div>
      <div className="flex flex-wrap justify-center gap-4">
        <Button variant="hero" size="xl" onClick={onNext}>
          Tell another one
        </Button>
        <Button variant="outline" size="xl" onClick={onLeave}>
          That is all for today
        </Button>
      </div>
    </div>
  )
}
