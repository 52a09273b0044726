import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PlayablePart } from './playable-part.ts'

export type MediaPlayerProps = {
  part: PlayablePart
  poster: string | null
  /** Starts by itself, after the part before it ended or when somebody chose it. */
  play: boolean
  /** Where it starts, in seconds. */
  startAt?: number | undefined
  /** Told a few times a second while it plays, in seconds. */
  onPlace?: ((seconds: number) => void) | undefined
  onEnded: () => void
}

/**
 * Plays one file over a signed address. The address works for an hour: when it no longer does, a fresh one is
 * fetched and the film goes on where it was.
 */
export function MediaPlayer({ part, poster, play, startAt, onPlace, onEnded }: MediaPlayerProps) {
  // A quicker copy may turn up while somebody watches the original; they are not interrupted for it.
  const [watched, setWatched] = useState<string | null>(null)
  const mediaId = watched ?? part.mediaId
  const address = useQuery({
    ...orpc.media.address.queryOptions({ input: { id: mediaId } }),
    staleTime: 50 * 60_000,
  })
  const [renewedAt, setRenewedAt] = useState(0)
  const [broken, setBroken] = useState(false)
  const goOnAt = useRef<{ seconds: number; play: boolean } | null>(
    startAt === undefined ? null : { seconds: startAt, play },
  )

  if (address.isPending) return <Skeleton className={part.kind === 'video' ? 'aspect-video' : 'h-16'} />
  if (address.isError || broken) {
    const retry = () => {
      setBroken(false)
      setRenewedAt(0)
      address.refetch()
    }
    return (
      <ErrorPanel
        title="This cannot be played just now"
        sentence={
          address.isError
            ? sentenceOf(address.error)
            : 'The recording is safe. This browser may not know its format: you can download the original below.'
        }
        onRetry={retry}
      />
    )
  }

  const renew = async (element: HTMLMediaElement) => {
    if (Date.now() - renewedAt < 10_000) return setBroken(true)
    goOnAt.current = { seconds: element.currentTime, play: element.currentTime > 0 || play }
    setRenewedAt(Date.now())
    await address.refetch()
    element.load()
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
    controls: true,
    preload: 'metadata',
    autoPlay: play,
    onPlay: () => setWatched(mediaId),
    onTimeUpdate: (event: React.SyntheticEvent<HTMLMediaElement>) =>
      onPlace?.(event.currentTarget.currentTime),
    onEnded,
    onError: (event: React.SyntheticEvent<HTMLMediaElement>) => renew(event.currentTarget),
    onLoadedMetadata: (event: React.SyntheticEvent<HTMLMediaElement>) => takeUp(event.currentTarget),
  } as const

  if (part.kind === 'audio') {
    return <audio {...props} aria-label={part.label} className="w-full" />
  }
  return (
    <video
      {...props}
      {...(poster ? { poster } : {})}
      playsInline
      aria-label={part.label}
      className="aspect-video w-full rounded-card bg-black object-contain"
    />
  )
}
