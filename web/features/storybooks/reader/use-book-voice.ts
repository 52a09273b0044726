import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { playAt } from '../../../lib/play-at.ts'
import { orpc } from '../../../lib/rpc.ts'
import type { HeardPassage } from './voice-queue.ts'

export type BookVoicePlayer = {
  /** The passage that is playing, or about to play. */
  passageId: string | null
  isLoading: boolean
  /** The passage cannot be played: its recording is gone or cannot be reached. */
  failed: boolean
  /** Plays the passages one after the other, and then those that `after` names, such as pages that have been loaded meanwhile. */
  play: (passages: readonly HeardPassage[], after?: (last: HeardPassage) => readonly HeardPassage[]) => void
  stop: () => void
}

/** Playback goes on this many seconds past a passage's end, so that the coarseness of the player's clock does not cut off the voice. */
const tailSeconds = 0.15

/**
 * Plays the recordings behind a book's passages, through a single audio element.
 *
 * @param mediaOf resolves to the address of the file that plays a recording; null if there is none any more
 * @param onPassage called before each passage, so that the page can follow
 */
export function useBookVoice(
  mediaOf: (passage: HeardPassage) => Promise<string | null>,
  onPassage: (passage: HeardPassage) => void,
): BookVoicePlayer {
  const queries = useQueryClient()
  const [state, setState] = useState({ passageId: null as string | null, isLoading: false, failed: false })
  const element = useRef<HTMLAudioElement | null>(null)
  const turn = useRef(0)

  useEffect(
    () => () => {
      turn.current += 1
      element.current?.pause()
    },
    [],
  )

  const stop = () => {
    turn.current += 1
    element.current?.pause()
    setState({ passageId: null, isLoading: false, failed: false })
  }

  const hear = async (passage: HeardPassage, mine: number): Promise<boolean> => {
    const isMine = () => turn.current === mine
    setState({ passageId: passage.id, isLoading: true, failed: false })
    onPassage(passage)
    const mediaId = await mediaOf(passage)
    if (mediaId === null || !isMine()) return false
    const { url } = await queries.fetchQuery({
      ...orpc.media.address.queryOptions({ input: { id: mediaId } }),
      staleTime: 50 * 60_000,
    })
    if (!isMine()) return false

    element.current ??= new Audio()
    await playFrom(element.current, url, passage.voice.startMs / 1_000, isMine)
    if (!isMine()) return false
    setState({ passageId: passage.id, isLoading: false, failed: false })
    await reached(element.current, passage.voice.endMs / 1_000 + tailSeconds, isMine)
    return isMine()
  }

  const play: BookVoicePlayer['play'] = async (passages, after) => {
    turn.current += 1
    const mine = turn.current
    const queue = [...passages]
    try {
      for (const passage of queue) {
        if (!(await hear(passage, mine))) {
          if (turn.current === mine) setState({ passageId: passage.id, isLoading: false, failed: true })
          return
        }
        if (passage === queue.at(-1)) queue.push(...(after?.(passage) ?? []))
      }
      stop()
    } catch {
      if (turn.current === mine) setState((now) => ({ ...now, isLoading: false, failed: true }))
    }
  }

  return { ...state, play, stop }
}

/** Plays from a position. If playback is already within a second of it, it goes on without a seek, which would be audible. */
export async function playFrom(
  element: HTMLAudioElement,
  url: string,
  seconds: number,
  isMine: () => boolean,
): Promise<void> {
  // An element that failed, as while the network was gone, plays nothing until it is given its address again.
  if (element.error || element.src !== new URL(url, location.href).href) {
    element.src = url
    await new Promise<void>((resolve, reject) => {
      element.onloadedmetadata = () => resolve()
      element.onerror = () => reject(new Error('the voice cannot be loaded'))
    })
  }
  // While the recording was loading, the passage may have been stopped, or another one of the same recording pressed.
  if (!isMine()) return
  const goesOn = !element.paused && Math.abs(element.currentTime - seconds) < 1
  if (!goesOn) await playAt(element, seconds)
}

/** Resolves when playback has reached the position or ended, or another playback has taken over the element. */
function reached(element: HTMLAudioElement, seconds: number, isMine: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (isMine() && !element.ended && element.currentTime < seconds) return
      element.ontimeupdate = null
      element.onended = null
      element.onpause = null
      resolve()
    }
    element.ontimeupdate = look
    element.onended = look
    element.onpause = () => (isMine() && !element.ended ? undefined : look())
    element.onerror = () => reject(new Error('the voice broke off'))
  })
}
