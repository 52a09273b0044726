import { useCallback, useRef, useState } from 'react'
import { playFrom } from './playback.ts'

/**
 * The part's player, which may not be there yet when a word is pressed: playback then begins at that word as soon as
 * the player arrives.
 */
export function useAwaitedPlayer() {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const player = useRef(media)
  /** The position pressed before the player was there, in ms. */
  const awaited = useRef<number | null>(null)

  const takeMedia = useCallback((element: HTMLMediaElement | null) => {
    player.current = element
    setMedia(element)
    if (element === null || awaited.current === null) return
    playFrom(element, awaited.current)
    awaited.current = null
  }, [])
  const hearFrom = useCallback((ms: number) => {
    if (player.current === null) awaited.current = ms
    else playFrom(player.current, ms)
  }, [])
  const pause = useCallback(() => player.current?.pause(), [])

  return { media, takeMedia, hearFrom, pause }
}
