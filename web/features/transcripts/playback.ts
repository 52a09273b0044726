import { useEffect, useState } from 'react'

export type Playback = { isPlaying: boolean; ms: number; rate: number; durationMs: number | null }

const silent: Playback = { isPlaying: false, ms: 0, rate: 1, durationMs: null }
const heard = ['play', 'pause', 'timeupdate', 'seeking', 'ratechange', 'durationchange', 'ended'] as const

/** Where a player stands, a few times a second: for the clock and the buttons, not for the marked word. */
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
  if (media.paused) play(media)
  else media.pause()
}

export function playFrom(media: HTMLMediaElement | null, ms: number): void {
  if (media === null) return
  // A moment early would play the end of the word before.
  media.currentTime = (ms + 1) / 1_000
  play(media)
}

function play(media: HTMLMediaElement): void {
  // The browser refuses before somebody has touched the page, and while the address is being renewed; the button shows it.
  media.play().catch(() => undefined)
}
