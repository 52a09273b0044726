import { useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PlayablePart } from './playable-part.ts'

const bareStyle = 'aspect-video h-16 shrink-0 rounded-lg bg-black object-contain sm:h-24'

export type MediaPlayerProps = {
  part: PlayablePart
  /** Whether the original is known to be as it was given. */
  isSafe?: boolean
  poster: string | null
  /** Starts by itself, after the part before it ended or when somebody chose it. */
  play: boolean
  /** Where it starts, in seconds. */
  startAt?: number | undefined
  /** Told a few times a second while it plays, in seconds. */
  onPlace?: ((seconds: number) => void) | undefined
  onEnded: () => void
  /** Small and without controls, for a screen that has its own; it is handed the element. */
  bare?: { onElement: (element: HTMLMediaElement | null) => void }
}

/**
 * Plays one file over a signed address. The address works for an hour: when it no longer does, a fresh one is
 * fetched and the film goes on where it was.
 */
export function MediaPlayer({
  part,
  isSafe = false,
  poster,
  play,
  startAt,
  onPlace,
  onEnded,
  bare,
}: MediaPlayerProps) {
  const [mediaId, setMediaId] = useState(part.mediaId)
  const address = useQuery(addressOf(mediaId))
  const wanted = useQuery(addressOf(part.mediaId))
  const shown = useRef<HTMLMediaElement | null>(null)
  const onElement = bare?.onElement
  const hold = useCallback(
    (element: HTMLMediaElement | null) => {
      shown.current = element
      onElement?.(element)
    },
    [onElement],
  )
  const [renewedAt, setRenewedAt] = useState(Number.NEGATIVE_INFINITY)
  const [broken, setBroken] = useState(false)
  const goOnAt = useRef<{ seconds: number; play: boolean } | null>(
    startAt === undefined ? null : { seconds: startAt, play },
  )

  // A quicker copy may turn up while the original is shown. It takes its place in the same element and once it can be
  // played, so that no press comes between; whoever watches, or has chosen a place, is not interrupted for it.
  useLayoutEffect(() => {
    if (mediaId === part.mediaId || !wanted.isSuccess) return
    if (shown.current !== null && hasBegun(shown.current)) return
    setMediaId(part.mediaId)
    setBroken(false)
  }, [mediaId, part.mediaId, wanted.isSuccess])

  if (address.isPending) {
    if (bare) return part.kind === 'video' ? <Skeleton className={bareStyle} /> : null
    return <Skeleton className={part.kind === 'video' ? 'aspect-video' : 'h-16'} />
  }
  if (address.isError || broken) {
    const retry = () => {
      setBroken(false)
      setRenewedAt(0)
      address.refetch()
    }
    if (bare) {
      return (
        <Button variant="outline" size="sm" onClick={retry}>
          This cannot be played just now. Try again
        </Button>
      )
    }
    return (
      <ErrorPanel
        title="This cannot be played just now"
        sentence={
          address.isError
            ? sentenceOf(address.error)
            : `${isSafe ? 'The recording is safe. ' : ''}This browser may not know its format: you can download the original below.`
        }
        onRetry={retry}
      />
    )
  }

  const renew = async (element: HTMLMediaElement) => {
    if (performance.now() - renewedAt < 10_000) return setBroken(true)
    goOnAt.current = { seconds: element.currentTime, play: element.currentTime > 0 || play }
    setRenewedAt(performance.now())
    const { data } = await address.refetch()
    // A new address loads by itself. Loading twice would take up the place at the first and lose it at the second.
    if (data?.url === address.data.url) element.load()
  }

  const takeUp = (element: HTMLMediaElement) => {
    const place = goOnAt.current
    goOnAt.current = null
    if (!place) return
    element.currentTime = place.seconds
    if (place.play) element.play().catch(() => undefined)
  }

  const props = {
    src: address.data.url,
    controls: !bare,
    ref: hold,
    preload: 'metadata',
    autoPlay: play,
    onTimeUpdate: (event: React.SyntheticEvent<HTMLMediaElement>) =>
      onPlace?.(event.currentTarget.currentTime),
    onEnded,
    onError: (event: React.SyntheticEvent<HTMLMediaElement>) => renew(event.currentTarget),
    onLoadedMetadata: (event: React.SyntheticEvent<HTMLMediaElement>) => takeUp(event.currentTarget),
  } as const

  if (part.kind === 'audio') {
    return <audio {...props} aria-label={part.label} className={bare ? 'hidden' : 'w-full'} />
  }
  const video = (
    <video
      {...props}
      {...(poster ? { poster } : {})}
      playsInline
      aria-label={part.label}
      className={bare ? bareStyle : 'relative aspect-video w-full object-contain'}
    />
  )
  if (bare) return video
  // A film that is no 16:9 lies on its own picture, out of focus, instead of between black sides.
  return (
    <div className="relative overflow-hidden rounded-card bg-black">
      {poster ? (
        <img
          src={poster}
          alt=""
          className="absolute inset-0 size-full scale-125 object-cover opacity-60 blur-2xl"
        />
      ) : null}
      {video}
    </div>
  )
}

/** A signed address works for an hour. */
const addressOf = (mediaId: string) => ({
  ...orpc.media.address.queryOptions({ input: { id: mediaId } }),
  staleTime: 50 * 60_000,
})

const hasBegun = ({ paused, currentTime }: HTMLMediaElement) => !paused || currentTime > 0
