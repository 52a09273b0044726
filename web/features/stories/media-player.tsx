import type { RefObject } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import type { Manner } from '../../lib/lasting-source.ts'
import { usePlayedFile } from '../../lib/played-file.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PlayablePart } from './playable-part.ts'

const bareStyle = 'aspect-video h-16 shrink-0 rounded-lg bg-black object-contain sm:h-24'

export type MediaPlayerProps = {
  part: PlayablePart
  /** Whether the original is known to be unchanged since it was uploaded. */
  isSafe?: boolean
  poster: string | null
  /** Starts by itself, because the previous part has ended or the person chose this one. */
  play: boolean
  /** The start position, in seconds. */
  startAt?: number | undefined
  /** Called several times a second during playback, with the position in seconds. */
  onPlace?: ((seconds: number) => void) | undefined
  onEnded: () => void
  /** Keeps pace and loudness for the player of the next part. */
  manner: RefObject<Manner | null>
  /** For a screen with controls of its own: renders the bare, small element and passes it on. */
  bare?: { onElement: (element: HTMLMediaElement | null) => void }
}

/** Plays one file. */
export function MediaPlayer({
  part,
  isSafe = false,
  poster,
  play,
  startAt,
  onPlace,
  onEnded,
  manner,
  bare,
}: MediaPlayerProps) {
  const { src, failure, isBroken, retry, element } = usePlayedFile(part.mediaId, {
    play,
    startAt,
    onElement: bare?.onElement,
    manner,
  })

  if (failure !== null || isBroken) {
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
          failure !== null
            ? sentenceOf(failure)
            : `${isSafe ? 'The recording is safe. ' : ''}This browser may not know its format: you can download the original below.`
        }
        onRetry={retry}
      />
    )
  }
  if (src === null) {
    if (bare) return part.kind === 'video' ? <Skeleton className={bareStyle} /> : null
    return <Skeleton className={part.kind === 'video' ? 'aspect-video' : 'h-16'} />
  }

  const props = {
    ...element,
    src,
    controls: !bare,
    preload: 'metadata',
    // With a start position, playback is started from code after seeking: autoplay might begin before the seek.
    autoPlay: play && startAt === undefined,
    onTimeUpdate: (event: React.SyntheticEvent<HTMLMediaElement>) =>
      onPlace?.(event.currentTarget.currentTime),
    onEnded,
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
  // For a film that is not 16:9, the poster, blurred, fills the bars at its sides.
  return (
    <div className="relative overflow-hidden rounded-card bg-black print:hidden">
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
