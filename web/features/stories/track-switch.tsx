import { Mic } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import type { Track } from './playable-part.ts'

export type TrackSwitchProps = { tracks: Track[]; current: string; onChoose: (track: Track) => void }

/** Switches between the devices that recorded the same talk; playback goes on at the same moment. */
export function TrackSwitch({ tracks, current, onChoose }: TrackSwitchProps) {
  if (tracks.length < 2) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Recorded by</legend>
      {tracks.map((track) => (
        <button
          key={track.id}
          type="button"
          aria-pressed={track.id === current}
          onClick={() => onChoose(track)}
          className={cn(
            'flex min-h-12 items-center gap-2 rounded-full border-2 px-5 transition-colors',
            track.id === current
              ? 'border-primary-dark bg-tint font-bold'
              : 'border-edge bg-card hover:border-foreground',
          )}
        >
          <Mic size={20} aria-hidden="true" />
          {track.label}
        </button>
      ))}
    </fieldset>
  )
}
