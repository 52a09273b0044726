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
  /** Words that may still change. */
  interim: string
  /** Why no more captions come, in words. */
  trouble: string | null
  isWaiting: boolean
  /** An engine could write captions, but not for the format that this browser records in. */
  isHeardAfterwards: boolean
}

const wantedKey = 'kinora.captions'

/**
 * Live captions while recording. Only on request, since a third party may do the listening, and only to read along:
 * none of it is kept.
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
        // The browser claims to have a recogniser but it fails: the engine takes over where there is one.
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
      // Captions no longer wait for the server; the next source reports its own state.
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

/** WebM can be transcribed from any cluster on; MP4 only as a whole. */
function heardWhileGrowing(): boolean {
  return recordingFormat('video')?.startsWith('video/webm') ?? true
}

/** The id under which the server knows the last recording: not its own if it had to be sent again from the start. */
async function serverIdOf({ spool }: ThisDevice, { view }: StudioSession): Promise<string | null> {
  const id = view.get().recordingIds.at(-1)
  const kept = id === undefined ? null : await spool.get(id).catch(() => null)
  return kept?.remoteId ?? null
}

const goesOn = 'The recording goes on as it was'
const again = 'Switch the captions off and on to try again.'
const troubles: Record<CaptionTrouble, string> = {
  denied: `The browser does not allow its speech recognition to hear. ${goesOn}. ${again}`,
  failed: `The browser’s speech recognition has stopped. ${goesOn}. ${again}`,
  engine: `What writes along has stopped: it could not hear this recording. ${goesOn}, and is transcribed after its end.`,
  hours: `The hours of transcription of your plan are used up for this month, so nothing writes along. ${goesOn}.`,
  form: `A recording of this browser is written down only after its end. ${goesOn}.`,
}

const stored = () => deviceMemory.getItem(wantedKey) === 'on'
const store = (wanted: boolean) => deviceMemory.setItem(wantedKey, wanted ? 'on' : 'off')
