import { sentenceOf } from '../../lib/errors.ts'
import { usePlayedFile } from '../../lib/played-file.ts'
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

/** Plays one file. */
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
  const { src, failure, isBroken, retry, element } = usePlayedFile(part.mediaId, {
    play,
    startAt,
    onElement: bare?.onElement,
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
    // Where it starts at a place, it is started there: by itself it might begin before it is.
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
  // A film that is no 16:9 lies on its own picture, out of focus, instead of between black sides.
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
