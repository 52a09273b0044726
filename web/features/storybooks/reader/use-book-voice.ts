import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { situationOf } from '../../../lib/errors.ts'
import { orpc } from '../../../lib/rpc.ts'
import { playFrom, reached } from './play-from.ts'
import type { HeardPassage } from './voice-queue.ts'

export type BookVoicePlayer = {
  /** The passage that is playing, or about to play. */
  passageId: string | null
  isLoading: boolean
  /** The passage cannot be played, nor any behind it: its recording is gone, or cannot be reached. */
  failed: boolean
  /**
   * Plays the passages one after the other, without those whose recording is gone, and then those that `after` names, such as pages
   * that have been loaded meanwhile.
   */
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

  /** The address of the file behind a passage; null if the recording is gone, or in the trash with its story. */
  const addressOf = async (passage: HeardPassage): Promise<string | null> => {
    try {
      const mediaId = await mediaOf(passage)
      if (mediaId === null) return null
      const query = orpc.media.address.queryOptions({ input: { id: mediaId } })
      return (await queries.fetchQuery({ ...query, staleTime: 50 * 60_000 })).url
    } catch (error) {
      if (situationOf(error) === 'NOT_FOUND') return null
      throw error
    }
  }

  const hear = async (passage: HeardPassage, mine: number, isFirst: boolean) => {
    const isMine = () => turn.current === mine
    const begin = () => {
      setState({ passageId: passage.id, isLoading: true, failed: false })
      onPassage(passage)
    }
    if (isFirst) begin()
    const url = await addressOf(passage)
    if (!isMine()) return 'stopped'
    if (url === null) return 'gone'

    // Only now, lest the book leaf through pages on which there is nothing to hear.
    if (!isFirst) begin()
    element.current ??= new Audio()
    await playFrom(element.current, url, passage.voice.startMs / 1_000, isMine)
    if (!isMine()) return 'stopped'
    const show = (isPlaying: boolean) =>
      setState({ passageId: isPlaying ? passage.id : null, isLoading: false, failed: false })
    show(true)
    await reached(element.current, passage.voice.endMs / 1_000 + tailSeconds, isMine, show)
    return isMine() ? 'heard' : 'stopped'
  }

  const play: BookVoicePlayer['play'] = async (passages, after) => {
    turn.current += 1
    const mine = turn.current
    const queue = [...passages]
    const gone = new Set<string>()
    let missed: HeardPassage | null = null
    try {
      for (const passage of queue) {
        const { recordingId } = passage.voice
        const outcome = gone.has(recordingId) ? 'gone' : await hear(passage, mine, passage === queue[0])
        if (outcome === 'stopped') return
        if (outcome === 'heard') missed = null
        else {
          gone.add(recordingId)
          missed ??= passage
        }
        if (passage === queue.at(-1)) queue.push(...(after?.(passage) ?? []))
      }
      if (missed) setState({ passageId: missed.id, isLoading: false, failed: true })
      else stop()
    } catch {
      if (turn.current === mine) setState((now) => ({ ...now, isLoading: false, failed: true }))
    }
  }

  return { ...state, play, stop }
}
