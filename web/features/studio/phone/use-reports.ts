import { useEffect, useRef, useState } from 'react'
import type { OpenedLink, PhoneReport } from '#contract/recording-links.ts'
import { situationOf } from '../../../lib/errors.ts'
import type { Situation } from '../../../lib/sentences.ts'
import { useWatched } from '../../../lib/use-watched.ts'
import { createLevelMeter } from '../../../recorder/capture/level.ts'
import type { Deliveries } from '../../../recorder/deliveries.ts'
import type { UnfinishedRecording } from '../../../recorder/device-recordings.ts'
import type { RecorderState } from '../../../recorder/state.ts'
import { isAnythingHere, safetyOf } from '../safety.ts'
import { useUnfinished } from '../use-unfinished.ts'
import type { Phone, PhoneDevice } from './open-phone.ts'

const everyMs = 1_000

export type Heard = {
  /** The question that the computer shows at present. */
  question: string
  /** Why this link allows no further recording; null while it does. */
  refusal: Situation | null
}

/**
 * Reports the phone's state to the computer about once a second, and receives the question it shows and its wishes. A wish to stop is
 * followed once; nothing else can be done to a phone from afar.
 *
 * @param device the session's current device, which replaces the phone's first one if that was closed
 * @param onStop called when the computer wishes the phone to stop, whatever the phone does: it may only be opening its camera
 */
export function useReports(
  { access, devices }: Phone,
  device: PhoneDevice,
  link: OpenedLink,
  { recorder, onStop }: { recorder: RecorderState; onStop: () => void },
): Heard {
  const [heard, setHeard] = useState<Heard>({ question: link.question, refusal: null })
  const { stream } = useWatched(devices.view)
  const { found } = useUnfinished(device)
  const now = useRef({ recorder, onStop, found })
  now.current = { recorder, onStop, found }
  const followed = useRef(link.stopAskedAt)

  useEffect(() => {
    const ended = new AbortController()
    const meter = stream === null ? null : createLevelMeter(stream)
    let busy = false

    const report = async () => {
      if (busy) return
      busy = true
      try {
        const deliveries = device.recordings.deliveries.get()
        const told = reportOf(now.current.recorder, deliveries, now.current.found, meter?.read() ?? 0)
        const answer = await access.client.recordingLinks.report(told, { signal: ended.signal })
        setHeard({ question: answer.question, refusal: refusalOf(answer) })
        if (answer.stopAskedAt !== followed.current) now.current.onStop()
        followed.current = answer.stopAskedAt
      } catch (error) {
        const situation = situationOf(error)
        if (isEnd(situation)) setHeard((before) => ({ ...before, refusal: situation }))
      } finally {
        busy = false
      }
    }
    report()
    const timer = setInterval(report, everyMs)
    return () => {
      ended.abort()
      clearInterval(timer)
      meter?.close()
    }
  }, [access, device, stream])

  return heard
}

function refusalOf({ isOpen, isTaken }: OpenedLink): Situation | null {
  if (isTaken) return 'LINK_TAKEN'
  return isOpen ? null : 'LINK_EXPIRED'
}

function isEnd(situation: Situation): boolean {
  return ['LINK_REVOKED', 'LINK_EXPIRED', 'LINK_TAKEN', 'GONE'].includes(situation)
}

/** Recordings that broke off on an earlier visit count as well: nobody has decided about them yet. */
export function reportOf(
  recorder: RecorderState,
  deliveries: Deliveries,
  brokenOff: readonly UnfinishedRecording[],
  level: number,
): PhoneReport {
  const safety = safetyOf([...deliveries.keys()], deliveries)
  const brokenOffMs = brokenOff.reduce((ms, { durationMs }) => ms + durationMs, 0)
  return {
    state: stateOf(recorder, isAnythingHere(deliveries), safety.isSafe, brokenOff.length > 0),
    level: Math.round(level),
    keptMs: Math.round(safety.deviceMs + brokenOffMs),
    sentMs: Math.round(safety.serverMs),
  }
}

function stateOf(
  recorder: RecorderState,
  hasAnything: boolean,
  isSafe: boolean,
  isBrokenOff: boolean,
): PhoneReport['state'] {
  if (recorder.name === 'recording' || recorder.name === 'paused') return recorder.name
  if (isBrokenOff || (recorder.name === 'failed' && !isSafe)) return 'failed'
  if (!hasAnything) return 'ready'
  return isSafe ? 'safe' : 'sending'
}
