import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { StoryMethod } from '#contract/stories.ts'
import { nowInstant } from '../../lib/clock.ts'
import { useHasOwnSpeechKey } from '../../lib/own-speech-key.ts'
import { orpc } from '../../lib/rpc.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { isCapturing } from '../../recorder/state.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { leaveEditors } from '../../ui/open-editors.ts'
import { loadToasts, toastError, toastNote } from '../../ui/toast.tsx'
import { Controls } from './controls.tsx'
import { EndDialog } from './end-dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { failureWords } from './failure-words.ts'
import { finishStory, hasBegunNote } from './finish-session.ts'
import { LittleRoom } from './little-room.tsx'
import type { OpenedSession } from './open-session.ts'
import { PhoneDialogs } from './phone/phone-dialogs.tsx'
import { PhoneStatus } from './phone/phone-status.tsx'
import { usePhone } from './phone/use-phone.ts'
import { hasUnsafe } from './phone/watched-phone.ts'
import { QuestionSteps } from './question-steps.tsx'
import { safetyOf } from './safety.ts'
import { SafetyStatus } from './safety-status.tsx'
import { loadTranscriptionSettings, SettingsDialog } from './settings-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import type { StudioSlots } from './slots.ts'
import { Stage } from './stage.tsx'
import { StartDialog } from './start-dialog.tsx'
import type { StudioDevices } from './studio-devices.ts'
import { TimerPill } from './timer-pill.tsx'
import { useAsking, type WantedQuestions } from './use-asking.ts'
import { useBackAsks } from './use-back-asks.ts'
import { useSpeechEngine } from './use-speech-engine.ts'

/** Below this width there is no start dialog: a phone's own devices are used as they are. */
const largeScreen = '(min-width: 64rem)'

/** The studio around one session. */
export function Studio(props: OpenedSession & StudioSlots & { mode: StoryMethod; wanted: WantedQuestions }) {
  const { devices, session, mode, wanted, journal, uploads, newPrompt } = props
  const navigate = useNavigate()
  const queries = useQueryClient()
  const view = useWatched(session.view)
  const device = useWatched(session.device)
  const deliveries = useWatched(device.recordings.deliveries)
  const [checked, setChecked] = useState(() => !window.matchMedia(largeScreen).matches)
  const [shown, setShown] = useState<'settings' | 'end' | null>(null)
  const [ending, setEnding] = useState(false)
  const [wantsFull, setFull] = useState(false)
  const asking = useAsking(device.userId, session, view.recorder.name === 'recording', wanted)
  const { question } = asking
  const wishes = { question: question?.text ?? '', transcribe: view.transcribe }
  const phone = usePhone(device, session.plan, wishes, !checked)
  const engine = useSpeechEngine()
  const hasKey = useHasOwnSpeechKey()
  useOpenDevices(devices)
  useWayOut()

  const { recorder, keptMs, refusal } = view
  const safety = safetyOf(view.recordingIds, deliveries)
  const capturing = isCapturing(recorder)
  const phoneMs = phone.report?.keptMs ?? 0
  const hasWords =
    view.notes.length > 0 ||
    view.isMade ||
    view.hasFiles ||
    (shown === 'end' && hasBegunNote(session.plan.storyId))
  const hasPhoneTold = phoneMs > 0 || hasUnsafe(phone)
  const isEmpty = view.recordingIds.length === 0 && !hasPhoneTold && !hasWords
  const broken = recorder.name === 'failed' ? recorder.reason : refusal

  // An error message must stay in sight, so the full-screen panel gives way to it.
  const full = wantsFull && !broken

  const record = async () => {
    await session.record()
    const { refusal: reason } = session.view.get()
    if (reason) toastError(failureWords[reason].title, failureWords[reason].sentence)
  }
  const wishToEnd = () => leaveEditors(() => setShown('end'))
  useBackAsks(capturing, wishToEnd)
  const end = async () => {
    if (isEmpty) return navigate({ to: '/app/stories', search: {} })

    setEnding(true)
    await finish().finally(() => setEnding(false))
  }
  const finish = async () => {
    const phoneIsDone = phone.finish()
    await session.stop()
    await phoneIsDone
    await finishStory(session)
    await queries.invalidateQueries({ queryKey: orpc.stories.key() })
    if (view.transcribe && view.recordingIds.length > 0 && (engine || hasKey))
      toastNote('Processing transcription...')
    const { storyId } = session.plan
    const { notes, keptMs: lengthMs } = session.view.get()
    const state = {
      storyId,
      duration: Math.floor((lengthMs || phoneMs) / 1000),
      notes,
      timestamp: nowInstant(),
    }
    await navigate({
      to: '/app/session-recap',
      search: { storyId },
      state: (before) => ({ ...before, ...state }),
      // The session has ended, so the question whether to leave it is skipped.
      ignoreBlocker: true,
    })
  }

  return (
    <div
      className={cn(
        'grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto] bg-background lg:h-dvh lg:grid-cols-[minmax(0,1fr)_26.25rem]',
        // Padding, so that the end of the panel can be scrolled out from under the timer. In a low window, where the controls scroll
        // with the page, the timer floats at the top instead, in place of the title.
        capturing && 'max-lg:not-low:[&>aside]:pb-[7.5rem] max-lg:low:[&>main]:pt-[4.5rem]',
      )}
    >
      <title>{`${session.plan.title} · Kinora`}</title>
      <main
        className={full ? 'sr-only' : 'flex min-h-0 flex-col gap-3 p-3 sm:p-5 lg:gap-4 lg:overflow-y-auto'}
      >
        {/* The timer floats over the end of the first row; where too little room is left beside it, the title stands below it. */}
        <header
          className={cn(
            'flex items-center justify-between gap-3',
            capturing ? 'not-low:min-h-14 lg:min-h-14 max-lg:low:justify-end' : 'min-h-14',
            capturing &&
              '2xl:pe-[26rem] lg:max-2xl:grid lg:max-2xl:grid-rows-[3.5rem_auto] lg:max-2xl:justify-items-start',
          )}
        >
          <h1
            tabIndex={-1}
            className={cn(
              'line-clamp-2 min-w-0 flex-1 font-story text-lg font-semibold wrap-anywhere lg:max-2xl:row-start-2',
              capturing && 'max-lg:low:sr-only',
            )}
          >
            {/* A story may have its question as its title, and the question already stands large below. */}
            <span className={question?.text === session.plan.title ? 'sr-only' : ''}>
              {session.plan.title}
            </span>
          </h1>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Settings"
            className="sm:hidden"
            onClick={() => setShown('settings')}
          >
            <Settings aria-hidden="true" />
          </Button>
          <PhoneDialogs phone={phone} />
        </header>
        {broken ? (
          <FailureNotice
            reason={broken}
            keptMs={keptMs}
            isThrownAway={view.isThrownAway}
            isStoreSilent={view.isStoreSilent}
            busy={view.starting}
            onGoOn={record}
            onEnd={wishToEnd}
          />
        ) : null}
        {full ? null : (
          <>
            <div className="flex h-[52dvh] min-h-60 flex-col max-lg:low:h-[40dvh] max-lg:low:min-h-40 lg:h-auto lg:min-h-40 lg:flex-1">
              <Stage
                devices={devices}
                question={question?.text ?? null}
                capturing={capturing || view.starting}
              />
            </div>
            <QuestionSteps {...asking} />
            <PhoneStatus {...phone} />
            <LittleRoom devices={devices} />
            {view.recordingIds.length > 0 ? <SafetyStatus safety={safety} recorder={recorder} /> : null}
          </>
        )}
      </main>
      {capturing ? (
        <TimerPill
          ms={keptMs}
          paused={recorder.name === 'paused'}
          onStop={() => session.stop()}
          className={cn(
            'fixed z-30 max-lg:not-low:bottom-36 max-lg:low:top-3 max-lg:left-1/2 max-lg:-translate-x-1/2',
            full ? 'lg:end-6 lg:bottom-36' : 'lg:end-[27.5rem] lg:top-5',
          )}
        />
      ) : null}
      <SidePanel
        {...{ device, session, mode, asking, journal, uploads, newPrompt }}
        full={full}
        onFull={setFull}
      />
      <footer className="sticky bottom-0 z-10 low:static max-lg:low:row-start-2 border-t border-border bg-card px-2 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:col-span-2">
        <Controls
          devices={devices}
          recorder={recorder}
          starting={view.starting}
          onRecord={record}
          onPause={() => session.pause()}
          onResume={() => session.resume()}
          onStop={() => session.stop()}
          onSettings={() => setShown('settings')}
          onEnd={wishToEnd}
        />
      </footer>
      <SettingsDialog
        open={shown === 'settings'}
        onOpenChange={(open) => setShown(open ? 'settings' : null)}
        {...{ session, devices, capturing }}
      />
      <EndDialog
        open={shown === 'end' && !phone.isAwaited}
        onOpenChange={(open) => setShown(open ? 'end' : null)}
        isEmpty={isEmpty}
        busy={ending}
        onEnd={end}
      />
      {checked ? null : (
        <StartDialog
          devices={devices}
          phone={phone}
          onCancel={() => navigate({ to: '/app/stories', search: {} })}
          onContinue={() => setChecked(true)}
        />
      )}
    </div>
  )
}

/** By then the stage and the journal have loaded. */
const storiesAfterMs = 5_000

/**
 * Preloads what is shown later in a session while there is a network, since there may be none by then. The list of stories, which
 * comes only after the recap, and part of the settings wait so that the stage gets the network first.
 */
function useWayOut(): void {
  const router = useRouter()
  useEffect(() => {
    const load = (to: '/app/session-recap' | '/app/stories') =>
      router.preloadRoute({ to, search: {} }).catch(() => undefined)
    load('/app/session-recap')
    import('./delivery-notice.tsx').catch(() => undefined)
    loadToasts()
    const timer = setTimeout(() => {
      load('/app/stories')
      loadTranscriptionSettings().catch(() => undefined)
    }, storiesAfterMs)
    return () => clearTimeout(timer)
  }, [router])
}

/** Keeps camera and microphone open exactly as long as the studio is. */
function useOpenDevices(devices: StudioDevices): void {
  useEffect(() => {
    const lookAgain = () => devices.lookAgain()
    navigator.mediaDevices?.addEventListener('devicechange', lookAgain)
    devices.open()
    return () => {
      navigator.mediaDevices?.removeEventListener('devicechange', lookAgain)
      devices.close()
    }
  }, [devices])
}
