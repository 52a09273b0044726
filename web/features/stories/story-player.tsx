import { AudioLines, Film } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatLength } from '../../lib/format.ts'
import { cn } from '../../ui/cn.ts'
import { DownloadButton } from './download-button.tsx'
import { MediaPlayer, type MediaPlayerProps } from './media-player.tsx'
import { type PartChoice, type PlayablePart, shownPart, type Track } from './playable-part.ts'
import { RecordingBadge, recordingWords } from './recording-state.tsx'
import { TrackSwitch } from './track-switch.tsx'
import { sameMoment } from './tracks.ts'

/** A place in one part of a story. */
export type PlayerPlace = { partId: string; seconds: number }

export type StoryPlayerProps = Pick<MediaPlayerProps, 'manner'> & {
  parts: PlayablePart[]
  poster: string | null
  /**
   * The ids of originals found to be damaged; undefined while that is unknown. None of
   * them, and none while it is unknown, is called safe.
   */
  damaged: ReadonlySet<string> | undefined
  /** Starts playback from here immediately; only read when the player mounts. */
  startAt?: PlayerPlace | null | undefined
  onPlace?: ((place: PlayerPlace) => void) | undefined
}

/** Plays a story, part after part. */
export function StoryPlayer({ parts, poster, damaged, startAt, onPlace, manner }: StoryPlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [choice, setChosen] = useState<PartChoice | null>(
    startAt ? { id: startAt.partId, play: true, from: startAt.seconds } : null,
  )
  const { index, chosen } = shownPart(parts, choice)
  // For good: a part that is brought back later does not interrupt what plays by then.
  if (chosen !== choice) setChosen(chosen)
  const part = parts[index]
  // A part that has not begun to play yet reports no place by itself, and the part before it would count as the one that is heard.
  const tellPlace = useEffectEvent((partId: string) => onPlace?.({ partId, seconds: chosen?.from ?? 0 }))
  const partId = part?.id
  useEffect(() => {
    if (partId !== undefined) tellPlace(partId)
  }, [partId])
  if (!part) return null

  const track = part.tracks.find(({ id }) => id === chosen?.id) ?? part.tracks[0]
  const [leading] = part.tracks
  const elementNow = () => frame.current?.querySelector<HTMLMediaElement>('video, audio')
  const follow = (other: Track) => {
    const player = elementNow()
    const seconds = player?.currentTime ?? 0
    const from = track ? sameMoment(seconds, track, other) : seconds
    setChosen({ id: other.id, play: player ? !player.paused : false, from })
  }

  // From the first playback on, the choice is fixed: a part that arrives later and precedes this one does not replace it.
  const stay = () => setChosen((known) => known ?? { id: track?.id ?? part.id, play: false })
  const playPart = ({ id }: PlayablePart) => {
    const player = id === part.id ? elementNow() : null
    // Where it stands, or from its beginning where it has ended. A browser that does not let it play leaves that to its own button.
    if (player) player.play().catch(() => undefined)
    else setChosen({ id, play: true })
  }
  const goOn = () => {
    const next = parts[index + 1]
    if (next) setChosen({ id: next.id, play: true })
  }

  return (
    <div ref={frame} className="flex flex-col gap-6">
      <MediaPlayer
        key={track?.id ?? part.id}
        part={{ ...part, ...track, label: part.label }}
        isSafe={isReadAgain(part) && damaged?.has(track?.originalMediaId ?? part.originalMediaId) === false}
        poster={index === 0 && part.state !== null ? poster : null}
        play={chosen?.play ?? false}
        startAt={chosen?.from}
        onPlace={(seconds) => {
          if (seconds > 0) stay()
          onPlace?.({
            partId: part.id,
            seconds: track && leading ? sameMoment(seconds, track, leading) : seconds,
          })
        }}
        onEnded={goOn}
        manner={manner}
      />
      <TrackSwitch tracks={part.tracks} current={track?.id ?? ''} onChoose={follow} />
      {parts.length > 1 ? (
        <ol className="flex flex-col gap-2" aria-label="Parts of this story">
          {parts.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                aria-current={each.id === part.id ? 'true' : undefined}
                onClick={() => playPart(each)}
                className={cn(
                  'flex min-h-14 w-full items-center gap-3 rounded-card border-2 px-4 text-start transition-colors',
                  each.id === part.id
                    ? 'border-primary-dark bg-tint font-bold'
                    : 'border-border bg-card hover:border-edge',
                )}
              >
                {each.kind === 'video' ? <Film aria-hidden="true" /> : <AudioLines aria-hidden="true" />}
                <span className="min-w-0 flex-1 wrap-anywhere">{each.label}</span>
                {each.seconds === null ? null : (
                  <span className="text-sm text-muted tabular-nums">{formatLength(each.seconds)}</span>
                )}
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-4">
        {part.state && damaged?.has(part.originalMediaId) === false ? (
          <div className="flex max-w-[38.75rem] flex-col items-start gap-2">
            <RecordingBadge state={part.state} />
            <p className="text-sm text-muted">{recordingWords[part.state].sentence}</p>
          </div>
        ) : (
          <span />
        )}
        <DownloadButton mediaId={track?.originalMediaId ?? part.originalMediaId}>
          Download the original
        </DownloadButton>
      </div>
    </div>
  )
}

/** Whether all of it has arrived and was read again without damage; an added file is always complete. */
const isReadAgain = ({ state }: PlayablePart): boolean => state !== 'verifying' && state !== 'damaged'
