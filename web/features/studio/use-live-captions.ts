import { useEffect, useState } from 'react'
import { deviceMemory } from '../../lib/device-memory.ts'
import { formatTimer } from '../../lib/format.ts'
import { canHear } from '../../lib/speech-recognition.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { recordingFormat } from '../../recorder/capture/media-capture.ts'
import { hearByBrowser } from './browser-captions.ts'
import type { Caption, CaptionEvents, CaptionSource, CaptionTrouble } from './caption-events.ts'
import { hearByEngine } from './engine-captions.ts'
import type { StudioSession } from './studio-session.ts'
import type { ThisDevice } from './this-device.ts'
import { useSpeechEngine } from './use-speech-engine.ts'

export type LiveCaptions = {
  source: CaptionSource
  wanted: boolean
  setWanted: (wanted: boolean) => void
  lines: Caption[]
  /** What may still change. */
  interim: string
  /** Why nothing more comes, in words. */
  trouble: string | null
  isWaiting: boolean
  /** An engine would write along, but not what this browser records. */
  isHeardAfterwards: boolean
}

const wantedKey = 'kinora.captions'

/**
 * What is understood while it is recorded. Only where somebody asked for it, since somebody else may do the listening;
 * only to read along: nothing of it is kept.
 */
export function useLiveCaptions(device: ThisDevice, session: StudioSession): LiveCaptions {
  const { recorder, transcribe } = useWatched(session.view)
  const engine = useSpeechEngine()
  const [wanted, setWanted] = useState(stored)
  const [lines, setLines] = useState<Caption[]>([])
  const [interim, setInterim] = useState('')
  const [trouble, setTrouble] = useState<CaptionTrouble | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [browserFailed, setBrowserFailed] = useState(false)
  const engineMay = engine !== null && engine !== undefined && transcribe
  const source = sourceOf(browserFailed, engineMay && heardWhileGrowing())
  const isOn = wanted && recorder.name === 'recording'

  useEffect(() => {
    if (!isOn || source === null) return
    setTrouble(null)
    const events: CaptionEvents = {
      line: ({ atMs, text }) => setLines((before) => [...before, { at: formatTimer(atMs), text }]),
      interim: setInterim,
      waiting: setWaiting,
      trouble: (reason) => {
        setTrouble(reason)
        // A browser that says it can, and cannot: the engine takes over where there is one.
        if (source === 'browser') setBrowserFailed(true)
      },
    }
    const stop =
      source === 'browser'
        ? hearByBrowser(events, () => session.storyMs)
        : hearByEngine(events, {
            userId: device.userId,
            recordingId: () => serverIdOf(device, session),
            beginsAtMs: session.partBeginsAtMs,
          })
    return () => {
      stop()
      // Nobody is waited for any more; what begins next tells for itself.
      setWaiting(false)
    }
  }, [isOn, source, device, session])

  return {
    source,
    wanted: wanted && source !== null,
    setWanted: (next) => {
      setWanted(next)
      setTrouble(null)
      setBrowserFailed(false)
      store(next)
    },
    lines,
    interim,
    trouble: trouble && troubles[trouble],
    isWaiting,
    isHeardAfterwards: source === null && engineMay,
  }
}

function sourceOf(browserFailed: boolean, engineCan: boolean): CaptionSource {
  if (canHear() && !browserFailed) return 'browser'
  if (engineCan) return 'engine'
  return canHear() ? 'browser' : null
}

/** WebM can be heard from any cluster on; what is kept as MP4 the server hears as a whole only. */
function heardWhileGrowing(): boolean {
  return recordingFormat('video')?.startsWith('video/webm') ?? true
}

/** A recording that had to be sent anew has another name there. */
async function serverIdOf({ spool }: ThisDevice, { view }: StudioSession): Promise<string | null> {
  const id = view.get().recordingIds.at(-1)
  const kept = id === undefined ? null : await spool.get(id).catch(() => null)
  return kept?.remoteId ?? null
}

const goesOn = 'The recording goes on as it was'
const troubles: Record<CaptionTrouble, string> = {
  denied: `The browser does not allow its speech recognition to hear. ${goesOn}.`,
  failed: `The browser’s speech recognition has stopped. ${goesOn}.`,
  engine: `What writes along has stopped: it could not hear this recording. ${goesOn}, and is transcribed after its end.`,
  hours: `The hours of transcription of your plan are used up for this month, so nothing writes along. ${goesOn}.`,
  form: `A recording of this browser is written down only after its end. ${goesOn}.`,
}

const stored = () => deviceMemory.getItem(wantedKey) === 'on'
const store = (wanted: boolean) => deviceMemory.setItem(wantedKey, wanted ? 'on' : 'off')
