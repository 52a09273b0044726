import {
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { playAt } from './play-at.ts'

/** How somebody chose to hear something. */
export type Manner = { rate: number; volume: number; muted: boolean }

/** The element that was played last: two of them at once, as of a story with several recordings, could not be understood. */
let heard: HTMLMediaElement | null = null

/** A failure this soon after a fresh address was fetched is not due to an expired address. */
const SOON_MS = 10_000

export type LastingSourceOptions = {
  /** The file that is played; when another file is given, its address is used at once. */
  file: string
  /** The file's newest address; undefined while there is none. */
  fresh: string | undefined
  /** When the server last gave an address, ms since 1970: a file that could not be played before is then tried again. */
  answeredAt?: number
  /** Fetches a fresh address; undefined where none is to be had. */
  fetchFresh: () => Promise<string | undefined>
  /** Whether it starts by itself. */
  play?: boolean
  /** Where it starts, in seconds. */
  startAt?: number | undefined
  onElement?: ((element: HTMLMediaElement | null) => void) | undefined
  /** Keeps pace and loudness for the next player, where one follows another. */
  manner?: RefObject<Manner | null> | undefined
}

export type LastingSource = {
  /** The address it is played from; null before there is one. */
  src: string | null
  /** The media element, while it is on the screen. */
  shown: RefObject<HTMLMediaElement | null>
  /** It could not be played, even from a fresh address. */
  isStuck: boolean
  tryAgain: () => void
  /** Props for the media element. */
  element: {
    ref: (element: HTMLMediaElement | null) => void
    onError: (event: SyntheticEvent<HTMLMediaElement>) => void
    onLoadedMetadata: (event: SyntheticEvent<HTMLMediaElement>) => void
    onPlay: (event: SyntheticEvent<HTMLMediaElement>) => void
    onRateChange: (event: SyntheticEvent<HTMLMediaElement>) => void
    onVolumeChange: (event: SyntheticEvent<HTMLMediaElement>) => void
  }
}

/**
 * Lets a film or sound play on after its address has expired, which happens after an hour: a fresh address is fetched then, and
 * playing resumes at the same place. Until the old address fails, it is kept for a viewer, because an element with a new address
 * starts over.
 */
export function useLastingSource(options: LastingSourceOptions): LastingSource {
  const { file, fresh, answeredAt = 0, fetchFresh, play = false, startAt, onElement, manner } = options
  const shown = useRef<HTMLMediaElement | null>(null)
  const [source, setSource] = useState<{ file: string; url: string } | null>(null)
  const [renewedAt, setRenewedAt] = useState(Number.NEGATIVE_INFINITY)
  const [isStuck, setStuck] = useState(false)
  const goOnAt = useRef<{ seconds: number; play: boolean } | null>(
    startAt === undefined ? null : { seconds: startAt, play },
  )
  const ref = useCallback(
    (element: HTMLMediaElement | null) => {
      shown.current = element
      if (element && manner?.current) hearLike(element, manner.current)
      onElement?.(element)
    },
    [onElement, manner],
  )

  useLayoutEffect(() => {
    if (fresh === undefined) return
    setSource((known) => (known?.file === file && isWatched(shown.current) ? known : { file, url: fresh }))
  }, [file, fresh])

  useEffect(() => {
    if (answeredAt > 0) setStuck(false)
  }, [answeredAt])

  const renew = async ({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) => {
    if (performance.now() - renewedAt < SOON_MS) return setStuck(true)
    const { currentTime, paused } = element
    // If an earlier place has not been restored yet, it still counts.
    goOnAt.current ??= { seconds: currentTime, play: currentTime > 0 ? !paused : play }
    setRenewedAt(performance.now())
    const url = await fetchFresh()
    if (url === undefined) return setStuck(true)
    // A changed `src` loads by itself. Calling `load` as well would restore the place at the first load and lose it at the second.
    if (url === source?.url) element.load()
    else setSource({ file, url })
  }

  const takeUp = ({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) => {
    const place = goOnAt.current
    goOnAt.current = null
    if (!place) return
    if (place.play) playAt(element, place.seconds).catch(() => undefined)
    else element.currentTime = place.seconds
  }

  const keepManner = ({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) => {
    const { playbackRate: rate, volume, muted } = element
    if (manner) manner.current = { rate, volume, muted }
    // With another address browsers go back to this pace.
    if (element.defaultPlaybackRate !== rate) element.defaultPlaybackRate = rate
  }

  return {
    src: source?.url ?? null,
    shown,
    isStuck,
    tryAgain: () => {
      setStuck(false)
      setRenewedAt(0)
    },
    element: {
      ref,
      onError: renew,
      onLoadedMetadata: takeUp,
      onPlay: hearOnly,
      onRateChange: keepManner,
      onVolumeChange: keepManner,
    },
  }
}

function hearOnly({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>): void {
  if (heard !== element) heard?.pause()
  heard = element
}

function hearLike(element: HTMLMediaElement, { rate, volume, muted }: Manner): void {
  element.defaultPlaybackRate = rate
  element.playbackRate = rate
  element.volume = volume
  element.muted = muted
}

/** Whether somebody is watching it, or has chosen a place in it. */
export const isWatched = (element: HTMLMediaElement | null): boolean =>
  element !== null && (!element.paused || element.currentTime > 0)
