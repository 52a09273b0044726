import { useEffect, useState } from 'react'
import { playAt } from '../../lib/play-at.ts'

export type Playback = { isPlaying: boolean; ms: number; rate: number; durationMs: number | null }

const silent: Playback = { isPlaying: false, ms: 0, rate: 1, durationMs: null }
const heard = ['play', 'pause', 'timeupdate', 'seeking', 'ratechange', 'durationchange', 'ended'] as const

/** The state of a player, updated a few times a second: enough for the clock and the buttons, too coarse to mark the spoken word. */
export function usePlayback(media: HTMLMediaElement | null): Playback {
  const [playback, setPlayback] = useState(silent)

  useEffect(() => {
    if (media === null) return
    const look = () =>
      setPlayback({
        isPlaying: !media.paused,
        ms: media.currentTime * 1_000,
        rate: media.playbackRate,
        durationMs: Number.isFinite(media.duration) ? media.duration * 1_000 : null,
      })
    for (const event of heard) media.addEventListener(event, look)
    look()
    return () => {
      for (const event of heard) media.removeEventListener(event, look)
    }
  }, [media])

  return playback
}

export function togglePlay(media: HTMLMediaElement | null): void {
  if (media === null) return
  if (media.paused) unlessRefused(media.play())
  else media.pause()
}

export function playFrom(media: HTMLMediaElement | null, ms: number): void {
  if (media === null) return
  // A millisecond late on purpose: seeking slightly early would play the end of the word before.
  unlessRefused(playAt(media, (ms + 1) / 1_000))
}

/**
 * Browsers reject `play()` before any interaction with the page, and while the media address is being renewed; the button shows that it is
 * paused.
 */
function unlessRefused(playing: Promise<void>): void {
  playing.catch(() => undefined)
}
