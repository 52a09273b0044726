import {
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** What fails again so soon after a fresh address was fetched for it does not fail for want of one. */
const SOON_MS = 10_000

export type LastingSourceOptions = {
  /** What is played: of another file the address is taken at once. */
  file: string
  /** Its newest address; undefined while there is none. */
  fresh: string | undefined
  /** When the server last gave one, ms since 1970: what it could not deliver before is tried anew then. */
  answeredAt?: number
  /** Fetches one; undefined where none can be had. */
  fetchFresh: () => Promise<string | undefined>
  /** Starts by itself. */
  play?: boolean
  /** Where it starts, in seconds. */
  startAt?: number | undefined
  onElement?: ((element: HTMLMediaElement | null) => void) | undefined
}

export type LastingSource = {
  /** Where it is played from; null before there is an address. */
  src: string | null
  /** The element that plays it, while it is on the screen. */
  shown: RefObject<HTMLMediaElement | null>
  /** It could not be played, from a fresh address either. */
  isStuck: boolean
  tryAgain: () => void
  /** What the element that plays it is given. */
  element: {
    ref: (element: HTMLMediaElement | null) => void
    onError: (event: SyntheticEvent<HTMLMediaElement>) => void
    onLoadedMetadata: (event: SyntheticEvent<HTMLMediaElement>) => void
  }
}

/**
 * Has a film or a sound go on for longer than its address works, which is an hour: when it no longer does, a fresh one is fetched,
 * and it goes on where it was. Until then whoever watches keeps the one they have, because an element with another begins anew.
 */
export function useLastingSource(options: LastingSourceOptions): LastingSource {
  const { file, fresh, answeredAt = 0, fetchFresh, play = false, startAt, onElement } = options
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
      onElement?.(element)
    },
    [onElement],
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
    // A place that could not be taken up yet is still the one that counts.
    goOnAt.current ??= { seconds: currentTime, play: currentTime > 0 ? !paused : play }
    setRenewedAt(performance.now())
    const url = await fetchFresh()
    if (url === undefined) return setStuck(true)
    // Another address loads by itself. Loading twice would take up the place at the first and lose it at the second.
    if (url === source?.url) element.load()
    else setSource({ file, url })
  }

  const takeUp = ({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) => {
    const place = goOnAt.current
    goOnAt.current = null
    if (!place) return
    element.currentTime = place.seconds
    if (place.play) element.play().catch(() => undefined)
  }

  return {
    src: source?.url ?? null,
    shown,
    isStuck,
    tryAgain: () => {
      setStuck(false)
      setRenewedAt(0)
    },
    element: { ref, onError: renew, onLoadedMetadata: takeUp },
  }
}

/** Whether somebody watches it, or has chosen a place in it. */
export const isWatched = (element: HTMLMediaElement | null): boolean =>
  element !== null && (!element.paused || element.currentTime > 0)
