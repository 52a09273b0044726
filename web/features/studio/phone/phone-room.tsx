import { useEffect, useState } from 'react'
import type { OpenedLink } from '#contract/recording-links.ts'
import { useWatched } from '../../../lib/use-watched.ts'
import { isCapturing } from '../../../recorder/state.ts'
import { Button } from '../../../ui/button.tsx'
import { LogoMark } from '../../../ui/logo.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { LittleRoom } from '../little-room.tsx'
import { isAnythingHere, needsSomebody, safetyOf } from '../safety.ts'
import { SafetyStatus } from '../safety-status.tsx'
import { Stage } from '../stage.tsx'
import type { StudioSession } from '../studio-session.ts'
import { BigButton } from './big-button.tsx'
import type { Phone, PhoneDevice } from './open-phone.ts'
import { PhoneThanks } from './phone-thanks.tsx'
import { PhoneUnfinished } from './phone-unfinished.tsx'
import { PhoneWelcome } from './phone-welcome.tsx'
import { endedWords, isSessionOver, phoneProblemSentences } from './phone-words.ts'
import { useReports } from './use-reports.ts'

export type PhoneRoomProps = { phone: Phone; link: OpenedLink; session: StudioSession<PhoneDevice> }

/** The phone as a camera: the question above, the person in the middle, one large button below. */
export function PhoneRoom({ phone, link, session }: PhoneRoomProps) {
  const { devices } = phone
  const device = useWatched(session.device)
  const view = useWatched(session.view)
  const deliveries = useWatched(device.recordings.deliveries)
  const [isIn, setIsIn] = useState(false)
  const { question, refusal } = useReports(phone, device, link, {
    recorder: view.recorder,
    onStop: () => session.stop(),
  })

  useEffect(() => () => devices.close(), [devices])

  const { recorder, keptMs, recordingIds } = view
  const capturing = isCapturing(recorder)
  const broken = recorder.name === 'failed' ? recorder.reason : view.refusal
  const safety = safetyOf([...deliveries.keys()], deliveries)
  const asked = question || link.title
  const mayRecord = refusal === null || capturing
  const isOver = isSessionOver(refusal, link.purpose)

  // What begins only once the link has ended would never arrive. The computer ends it without a wish to stop where no phone records.
  useEffect(() => {
    const { stream, opening } = devices.view.get()
    if (!mayRecord) {
      // Nobody wants to be seen or heard once they have been thanked.
      session.stop().finally(() => devices.close())
    } else if (isIn && stream === null && !opening) devices.open()
  }, [session, devices, mayRecord, isIn])

  if (!isIn) {
    return (
      <PhoneWelcome
        link={{ ...link, question }}
        onEnter={(withCamera) => {
          setIsIn(true)
          devices.choose({ withCamera })
        }}
      >
        <PhoneUnfinished device={device} />
      </PhoneWelcome>
    )
  }
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[45rem] flex-col gap-3 p-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <title>{`${link.title} · Kinora`}</title>
      <header className="flex items-center gap-3">
        <LogoMark size={36} />
        <h1 className="line-clamp-2 font-story text-base font-semibold">{link.title}</h1>
      </header>
      {broken ? (
        <FailureNotice
          reason={broken}
          keptMs={keptMs}
          isThrownAway={view.isThrownAway}
          isStoreSilent={view.isStoreSilent}
          busy={view.starting}
          onGoOn={() => session.record()}
          onEnd={() => session.leaveIt()}
        />
      ) : null}
      {refusal && !isOver ? (
        <div role="alert" className="flex flex-col items-start gap-3 rounded-card bg-warn-tint p-4 text-warn">
          <p>{endedWords(refusal)}</p>
          {/* The family may have released the link for this very device, so that no other device has taken it yet. */}
          {refusal === 'LINK_TAKEN' && !capturing ? (
            <Button variant="outline" size="sm" onClick={() => window.location.reload()}>
              Go on with this device
            </Button>
          ) : null}
        </div>
      ) : null}
      {isOver && !capturing ? (
        <PhoneThanks device={device} isSent={safety.isSafe || !isAnythingHere(deliveries)} />
      ) : null}
      {mayRecord ? (
        <>
          <div className="flex min-h-[40dvh] flex-1 flex-col">
            <Stage devices={devices} question={asked} capturing={capturing || view.starting} />
          </div>
          <LittleRoom devices={devices} />
        </>
      ) : null}
      {deliveries.size > 0 ? (
        <SafetyStatus safety={safety} recorder={recorder} sentences={phoneProblemSentences} />
      ) : null}
      <PhoneUnfinished device={device} withDeliveries={needsSomebody(safety.problem)} />
      {mayRecord ? (
        <BigButton
          capturing={capturing}
          starting={view.starting}
          again={recordingIds.length > 0}
          ms={keptMs}
          onRecord={() => session.record()}
          onStop={() => session.stop()}
        />
      ) : null}
    </main>
  )
}
