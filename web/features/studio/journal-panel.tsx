import { Maximize2, Minimize2 } from 'lucide-react'
import { stampOf } from '../../lib/format.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { Button } from '../../ui/button.tsx'
import type { StudioSlots } from './slots.ts'
import { namedOnly } from './speakers.ts'
import type { StudioSession } from './studio-session.ts'

export type JournalPanelProps = {
  session: StudioSession
  journal: StudioSlots['journal']
  isShown: boolean
  full: boolean
  onFull: (full: boolean) => void
}

/** Notes taken while a story is told: each with the time it belongs to, and kept on this device at once. */
export function JournalPanel({ session, journal, isShown, full, onFull }: JournalPanelProps) {
  const { notes, speakers } = useWatched(session.view)
  return (
    <div className="relative mx-auto w-full max-w-[47.5rem]">
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={full}
        className="absolute end-0 -top-2 z-10"
        onClick={() => onFull(!full)}
      >
        {full ? <Minimize2 size={20} aria-hidden="true" /> : <Maximize2 size={20} aria-hidden="true" />}
        {full ? 'Leave full screen' : 'Full screen'}
      </Button>
      {journal({
        storyId: session.plan.storyId,
        entries: notes,
        speakers: namedOnly(speakers),
        recording: session.isCapturing,
        isShown,
        now: () => stampOf(session.storyMs),
        onPut: (note) => session.putNote(note),
        onRemove: (note) => session.removeNote(note),
      })}
    </div>
  )
}
