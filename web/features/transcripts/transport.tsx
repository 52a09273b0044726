import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { type Playback, togglePlay } from './playback.ts'

const RATES = [0.75, 1, 1.25, 1.5, 2]
const STEP_SECONDS = 10

export type TransportProps = {
  media: HTMLMediaElement | null
  playback: Playback
  /** The length as far as it is known before the media file has loaded. */
  durationMs: number | null
  /** The video or audio element. */
  children: ReactNode
}

/** The player of a part, as a strip above its words: a small picture, one large button, the time and the playback rate. */
export function Transport({ media, playback, durationMs, children }: TransportProps) {
  const { isPlaying, ms, rate } = playback
  const total = playback.durationMs ?? durationMs ?? 0
  const step = (seconds: number) => {
    if (media) media.currentTime = Math.max(0, media.currentTime + seconds)
  }
  const seek = (to: number) => {
    if (media) media.currentTime = to / 1_000
  }
  const nextRate = () => {
    if (media) media.playbackRate = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1
  }

  return (
    <section aria-label="Player" className="flex items-center gap-2 sm:gap-4">
      {children}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1 sm:gap-x-2">
        <Button
          size="icon"
          className="size-14!"
          disabled={media === null}
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => togglePlay(media)}
        >
          {isPlaying ? (
            <Pause size={26} className="fill-current" aria-hidden="true" />
          ) : (
            <Play size={26} className="fill-current" aria-hidden="true" />
          )}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Back ${STEP_SECONDS} seconds`}
          data-repeat
          onClick={() => step(-STEP_SECONDS)}
        >
          <RotateCcw aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="max-sm:hidden"
          aria-label={`On ${STEP_SECONDS} seconds`}
          data-repeat
          onClick={() => step(STEP_SECONDS)}
        >
          <RotateCw aria-hidden="true" />
        </Button>
        <span className="text-sm text-muted tabular-nums" aria-hidden="true">
          {formatMoment(ms)} <span className="max-sm:hidden">/ {formatMoment(total)}</span>
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="ms-auto px-3! tabular-nums"
          aria-label={`Pace: ${rate} times. Change it`}
          data-repeat
          onClick={nextRate}
        >
          {rate}×
        </Button>
        <input
          type="range"
          min={0}
          max={Math.max(total, 1)}
          step={1_000}
          value={Math.min(ms, Math.max(total, 1))}
          aria-label="Place in the recording"
          aria-valuetext={`${formatMoment(ms)} of ${formatMoment(total)}`}
          onChange={(event) => seek(Number(event.target.value))}
          className="-my-1.5 h-11 w-full basis-full cursor-pointer accent-ring"
        />
      </div>
    </section>
  )
}
